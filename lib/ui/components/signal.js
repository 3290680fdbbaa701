// Reruns the fragment it stands in when the server says that the lab has something new.
const open = new WeakMap()
const decode = bytes => JSON.parse(new TextDecoder().decode(bytes))
const AGAIN = 2000

export default function ({ data: bytes, parentElement, setTriggerValue }) {
  const data = decode(bytes)
  let signal = open.get(parentElement)
  if (!signal) {
    signal = { shown: data.version, newest: 0, gone: false, timer: 0, wait: 500 }
    const url = new URL((data.base ? `/${data.base}` : "") + "/live", location.href)
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:"
    url.searchParams.set("lab", data.lab)
    const connect = () => {
      signal.socket = new WebSocket(url)
      signal.socket.onopen = () => { signal.wait = 500 }
      signal.socket.onmessage = ({ data: text }) => {
        signal.newest = Number(text)
        signal.ask()
      }
      signal.socket.onclose = () => {
        if (signal.gone) return
        signal.timer = setTimeout(connect, signal.wait)
        signal.wait = Math.min(signal.wait * 2, 15000)
      }
    }
    // A trigger can be lost when another run begins at the same moment: ask until the page has it.
    signal.ask = () => {
      clearTimeout(signal.again)
      if (signal.gone || signal.newest <= signal.shown) return
      signal.fire("tick", signal.newest)
      signal.again = setTimeout(signal.ask, AGAIN)
    }
    signal.stop = () => {
      signal.gone = true
      clearTimeout(signal.timer)
      clearTimeout(signal.again)
      signal.socket?.close()
      open.delete(parentElement)
    }
    open.set(parentElement, signal)
    connect()
  }
  signal.fire = setTriggerValue
  // The run that brought this has shown everything up to its version.
  signal.shown = Math.max(signal.shown, data.version)
  return signal.stop
}

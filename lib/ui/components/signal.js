// Reruns the fragment it stands in when the server says that the lab has something new.
const open = new WeakMap()

export default function ({ data, parentElement, setTriggerValue }) {
  let signal = open.get(parentElement)
  if (!signal) {
    signal = { seen: data.version, gone: false, timer: 0, wait: 500 }
    const url = new URL((data.base ? `/${data.base}` : "") + "/live", location.href)
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:"
    url.searchParams.set("lab", data.lab)
    const connect = () => {
      signal.socket = new WebSocket(url)
      signal.socket.onopen = () => { signal.wait = 500 }
      signal.socket.onmessage = ({ data: text }) => {
        const version = Number(text)
        if (version <= signal.seen) return
        signal.seen = version
        signal.fire("tick", version)
      }
      signal.socket.onclose = () => {
        if (signal.gone) return
        signal.timer = setTimeout(connect, signal.wait)
        signal.wait = Math.min(signal.wait * 2, 15000)
      }
    }
    signal.stop = () => {
      signal.gone = true
      clearTimeout(signal.timer)
      signal.socket?.close()
      open.delete(parentElement)
    }
    open.set(parentElement, signal)
    connect()
  }
  signal.fire = setTriggerValue
  // A run that the page just made has shown everything up to its version.
  signal.seen = Math.max(signal.seen, data.version)
  return signal.stop
}

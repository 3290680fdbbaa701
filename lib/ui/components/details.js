// The details of a checkpoint: HTML that the server escaped. Open parts and the scroll position stay
// as they are when another checkpoint is shown, so that two can be compared.
//
// Whoever selects a checkpoint (a row, a bubble) writes it into the URL and fires `lab-select`. The
// server is asked from here, since a component's trigger reruns the fragment that it stands in, and
// nothing but the details has to be drawn again. The marks in the graph are classes on its nodes.
const kept = new WeakMap()
const decode = bytes => JSON.parse(new TextDecoder().decode(bytes))

export default function ({ parentElement, data, setTriggerValue }) {
  let view = kept.get(parentElement)
  if (!view) kept.set(parentElement, (view = mount(parentElement)))
  view.fire = setTriggerValue
  view.show(decode(data))
  return () => { view.stop(); kept.delete(parentElement) }
}

function mount(root) {
  const box = root.querySelector(".lab-details")
  const view = { html: null, open: new Map(), due: [], wrote: [] }

  view.show = ({ html, due, wrote }) => {
    Object.assign(view, { due, wrote })
    mark()
    if (view.html === html) return
    const top = box.scrollTop
    box.querySelectorAll("details[data-part]").forEach(part => view.open.set(part.dataset.part, part.open))
    box.innerHTML = view.html = html
    for (const part of box.querySelectorAll("details[data-part]"))
      part.open = view.open.get(part.dataset.part) ?? part.open
    box.scrollTop = top
  }

  const mark = () => {
    for (const node of document.querySelectorAll('.st-key-graph [id^="lab-node-"]')) {
      const name = node.id.slice("lab-node-".length)
      node.classList.toggle("due", view.due.includes(name))
      node.classList.toggle("wrote", view.wrote.includes(name))
    }
  }
  // The drawing is laid out in the browser, later than this and anew for another scenario.
  const drawn = new MutationObserver(mark)
  const graph = document.querySelector(".st-key-graph")
  if (graph) drawn.observe(graph, { childList: true, subtree: true })

  const select = () => view.fire("show", new URLSearchParams(location.search).get("checkpoint") ?? "")
  window.addEventListener("lab-select", select)
  view.stop = () => { drawn.disconnect(); window.removeEventListener("lab-select", select) }
  return view
}

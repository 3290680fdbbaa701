// The details of a checkpoint: HTML that the server escaped. Open parts and the scroll position stay
// as they are when another checkpoint is shown, so that two can be compared.
//
// Whoever selects a checkpoint (a row, a bubble) writes it into the URL and fires `lab-select`. The
// server is asked from here, since a component's trigger reruns the fragment that it stands in, and
// nothing but the details has to be drawn again. The marks in the graph are classes on its nodes.
const kept = new WeakMap()
// A double click on one of these is one intent: its second click has `detail` 2.
const ONCE = ["undo", "replay", "retry", "regenerate", "fork_run", "resume"].map(key => `.st-key-${key}`).join()
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
  const view = { html: null, open: new Map(), due: [], wrote: [], choices: null, told: false }

  view.show = ({ html, due, wrote, shown, choice: [choices, chosen] }) => {
    Object.assign(view, { due, wrote, shown })
    if (view.choices !== null && view.choices !== choices) choose(chosen)
    view.choices = choices
    mark()
    if (view.html === html) return
    const top = box.scrollTop
    box.querySelectorAll("details[data-part]").forEach(part => view.open.set(part.dataset.part, part.open))
    box.innerHTML = view.html = html
    for (const part of box.querySelectorAll("details[data-part]"))
      part.open = view.open.get(part.dataset.part) ?? part.open
    box.scrollTop = top
  }

  // A selection that the server made (who sends or replays follows the head again).
  const choose = id => {
    const url = new URL(location.href)
    if (id) url.searchParams.set("checkpoint", id)
    else url.searchParams.delete("checkpoint")
    history.replaceState(history.state, "", url)
    view.told = true
    window.dispatchEvent(new Event("lab-select"))
    view.told = false
  }

  const mark = () => {
    for (const row of document.querySelectorAll('.st-key-history_graph [id^="lab-row-"]'))
      row.classList.toggle("chosen", row.id === `lab-row-${view.shown}`)
    for (const node of document.querySelectorAll('.st-key-graph [id^="lab-node-"]')) {
      const name = node.id.slice("lab-node-".length)
      node.classList.toggle("due", view.due.includes(name))
      node.classList.toggle("wrote", view.wrote.includes(name))
    }
  }
  // The drawing is laid out in the browser, later than this and anew for another scenario.
  const drawn = new MutationObserver(mark)
  const graph = document.querySelector(".st-key-graph")?.closest('[data-testid="stColumn"]')
  if (graph) drawn.observe(graph, { childList: true, subtree: true })

  // A box of the drawn history is a row of it.
  const onBox = ({ target }) => {
    const box = target.closest?.('.st-key-history_graph [id^="lab-row-"]')
    if (!box) return
    choose(box.id.slice("lab-row-".length))
    select()
  }
  document.addEventListener("click", onBox)
  const onDouble = event => {
    if (event.detail > 1 && event.target.closest?.(ONCE)) event.stopImmediatePropagation()
  }
  document.addEventListener("click", onDouble, true)

  const select = () => view.told || view.fire("show", new URLSearchParams(location.search).get("checkpoint") ?? "")
  window.addEventListener("lab-select", select)
  view.stop = () => {
    drawn.disconnect()
    document.removeEventListener("click", onBox)
    document.removeEventListener("click", onDouble, true)
    window.removeEventListener("lab-select", select)
  }
  return view
}

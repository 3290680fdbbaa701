// The chat of the shown branch and the suggested messages. Text is set as text, never as HTML.
const kept = new WeakMap()
const decode = bytes => JSON.parse(new TextDecoder().decode(bytes))

export default function (component) {
  const { parentElement } = component, data = decode(component.data)
  let view = kept.get(parentElement)
  if (!view) kept.set(parentElement, (view = mount(parentElement)))
  view.fire = component.setTriggerValue
  view.show(data)
  return () => { view.stop(); kept.delete(parentElement) }
}

// `crypto.randomUUID` exists on secure origins only, and a classroom is served over plain HTTP.
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, "0")).join("")

function block(kind, text) {
  const element = document.createElement("div")
  element.className = kind
  element.textContent = text
  return element
}

// Our own sentences mark code with backticks; what stands between them is still set as text.
function sentence(element, text) {
  element.replaceChildren(...text.split("`").map((part, i) => {
    const piece = document.createElement(i % 2 ? "code" : "span")
    piece.textContent = part
    return piece
  }))
  return element
}

function mount(root) {
  const find = name => root.querySelector(name)
  const log = find(".log"), notice = find(".notice"), tries = find(".tries"), branch = find(".branch"), strip = find(".strip")
  const view = { topic: null, length: 0, closed: null, unanswered: null, next: [] }

  view.show = data => {
    const atEnd = log.scrollTop + log.clientHeight > log.scrollHeight - 30
    const news = view.topic !== data.topic || view.length !== data.bubbles.length
    Object.assign(view, { topic: data.topic, length: data.bubbles.length })
    log.setAttribute("aria-label", data.words.title)
    log.replaceChildren(...lines(data))
    fade()
    if (news || atEnd) log.scrollTop = log.scrollHeight
    notice.hidden = !data.notice || view.closed === data.notice_id
    sentence(notice.querySelector(".said"), data.notice ?? "")
    notice.querySelector("button").setAttribute("aria-label", data.words.close)
    notice.querySelector("button").onclick = () => { view.closed = data.notice_id; notice.hidden = true }
    strip.hidden = !data.strip.length
    strip.replaceChildren(...data.strip.map(text => block("counts", text)))
    branch.hidden = !data.branch
    sentence(branch, data.branch)
    tries.setAttribute("aria-label", data.words.tries)
    tries.replaceChildren(...data.tries.map(button))
    // An accepted message is among the bubbles; a refused one leaves a new notice.
    const accepted = data.bubbles.some(bubble => bubble.id === view.unanswered?.message_id)
    if (view.unanswered && (accepted || data.notice_id !== view.said)) answered()
    view.said = data.notice_id
  }

  // What the selected checkpoint stored is marked, what came after it is faded.
  const fade = () => {
    const chosen = new URLSearchParams(location.search).get("checkpoint")
    for (const bubble of log.querySelectorAll(".bubble")) {
      bubble.classList.toggle("later", !!chosen && bubble.dataset.checkpointId > chosen)
      bubble.classList.toggle("stored", !!chosen && bubble.dataset.checkpointId === chosen)
    }
  }
  const follow = () => { fade(); log.querySelector(".stored")?.scrollIntoView({ block: "nearest" }) }
  window.addEventListener("lab-select", follow)
  view.stop = () => window.removeEventListener("lab-select", follow)

  // Two triggers in one pending run would be one: the later one wins. So each waits for the answer.
  const send = message => {
    if (view.unanswered) return view.next.push(message)
    view.unanswered = message
    view.fire("send", message)
  }
  const answered = () => {
    view.unanswered = null
    if (view.next.length) send(view.next.shift())
  }

  const button = text => {
    const element = document.createElement("button")
    element.type = "button"
    element.textContent = text
    // A double click is one intent: its second click has `detail` 2. So is a key that is held down.
    element.onclick = ({ detail }) => {
      if (detail < 2) send({ text, command_id: newId(), message_id: newId() })
    }
    element.onkeydown = event => { if (event.repeat) event.preventDefault() }
    return element
  }

  // An arrow shows the branch of a sibling, a bubble the checkpoint that stored it.
  log.onclick = ({ target }) => {
    const to = target.closest?.(".sibling button")?.dataset.tip
    const id = to ?? target.closest?.(".bubble")?.dataset.checkpointId
    if (!id || (!to && String(getSelection()))) return
    const url = new URL(location.href)
    url.searchParams.set("checkpoint", id)
    history.replaceState(history.state, "", url)
    window.dispatchEvent(new Event("lab-select"))
  }
  return view
}

function lines(data) {
  const found = []
  if (data.hello) found.push(block("hello", data.hello))
  if (data.look) found.push(sentence(block("look", ""), data.look))
  if (data.older) found.push(block("older", data.older))
  for (const bubble of data.bubbles) {
    const element = block(`bubble ${bubble.human ? "human" : "other"}`, bubble.text)
    element.dataset.messageId = bubble.id
    element.dataset.checkpointId = bubble.checkpoint ?? ""
    element.title = bubble.title
    found.push(element)
    if (bubble.sibling) {
      const { number, count } = bubble.sibling
      element.dataset.sibling = `${number}/${count}`
      found.push(siblings(bubble.human ? "human" : "other", bubble.sibling, data.words))
    }
    if (bubble.state) found.push(block(`state ${bubble.state}`, bubble.state_text))
  }
  return found
}

// "‹ 2 / 3 ›": the place of a message among its siblings, and the way to its neighbours.
function siblings(side, { number, count, earlier, later }, words) {
  const element = block(`sibling ${side}`, "")
  const arrow = (text, label, tip) => {
    const found = document.createElement("button")
    Object.assign(found, { type: "button", textContent: text, title: label, disabled: !tip })
    found.setAttribute("aria-label", label)
    if (tip) found.dataset.tip = tip
    return found
  }
  element.append(arrow("‹", words.earlier_sibling, earlier), block("place", `${number} / ${count}`), arrow("›", words.later_sibling, later))
  return element
}

// The details of a checkpoint: HTML that the server escaped. Open parts and the scroll position stay
// as they are when another checkpoint is shown, so that two can be compared.
const kept = new WeakMap()
const decode = bytes => JSON.parse(new TextDecoder().decode(bytes))

export default function ({ parentElement, data }) {
  const { html } = decode(data)
  const box = parentElement.querySelector(".lab-details")
  let view = kept.get(parentElement)
  if (!view) kept.set(parentElement, (view = { html: null, open: new Map() }))
  if (view.html === html) return
  const top = box.scrollTop
  box.querySelectorAll("details[data-part]").forEach(part => view.open.set(part.dataset.part, part.open))
  box.innerHTML = view.html = html
  box.querySelectorAll("details[data-part]").forEach(part => {
    if (view.open.has(part.dataset.part)) part.open = view.open.get(part.dataset.part)
  })
  box.scrollTop = top
}

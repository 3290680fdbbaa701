// The live history: one row a checkpoint, lanes at its left. Only rows near the view are in the page.
// What is selected stands in the URL (`checkpoint`; absent: follow the head), nowhere else.
const ROW = 24, LANE = 14, EDGE = 13, SPARE = 8
const COLORS = ["#3b7dd8", "#c2571a", "#2f9e6e", "#8a4fd0", "#c23a6b", "#5b7083", "#a0840c"]
const kept = new WeakMap()
const decode = bytes => JSON.parse(new TextDecoder().decode(bytes))

export default function (component) {
  const { parentElement } = component, data = decode(component.data)
  let view = kept.get(parentElement)
  if (!view) kept.set(parentElement, (view = mount(parentElement)))
  view.show(data)
  return () => { view.stop(); kept.delete(parentElement) }
}

const selected = () => new URLSearchParams(location.search).get("checkpoint")
const color = lane => COLORS[lane % COLORS.length]
const x = lane => EDGE + lane * LANE
const y = index => index * ROW + ROW / 2

function mount(root) {
  const find = name => root.querySelector(name)
  const grid = find(".grid"), sheet = find(".sheet"), lines = find(".lines"), follow = find(".follow")
  const view = { data: null, rows: [], index: new Map(), drawn: new Map(), topic: null, known: null }

  view.show = data => {
    const other = view.topic !== data.topic
    const shift = other || !view.data ? 0 : data.first - view.data.first
    const atEnd = grid.scrollTop + grid.clientHeight > grid.scrollHeight - 2 * ROW
    Object.assign(view, { data, topic: data.topic, rows: data.rows })
    view.index = new Map(data.rows.map((row, i) => [row.id, i]))
    if (other) { view.known = null; sheet.querySelectorAll(".row").forEach(e => e.remove()); view.drawn.clear() }
    labels(view, find)
    sheet.style.height = `${data.rows.length * ROW}px`
    grid.scrollTop -= shift * ROW
    const chosen = view.index.get(selected())
    if (other && chosen !== undefined) reveal(view, chosen)
    else if (other || (atEnd && chosen === undefined)) grid.scrollTop = grid.scrollHeight
    view.draw()
    view.known = new Set(view.index.keys())
  }

  view.draw = () => {
    if (!view.data) return
    const from = Math.max(0, Math.floor(grid.scrollTop / ROW) - SPARE)
    const to = Math.min(view.rows.length, Math.ceil((grid.scrollTop + grid.clientHeight) / ROW) + SPARE)
    const wanted = new Set()
    for (let i = from; i < to; i++) {
      wanted.add(view.rows[i].id)
      place(view, sheet, i)
    }
    for (const [id, element] of view.drawn) if (!wanted.has(id)) { element.remove(); view.drawn.delete(id) }
    drawLines(view, lines, from, to)
    mark()
  }

  const mark = () => {
    const chosen = selected(), current = chosen ?? view.data.head
    for (const [id, element] of view.drawn) {
      const on = String(id === current)
      if (element.getAttribute("aria-selected") !== on) element.setAttribute("aria-selected", on)
    }
    const target = view.drawn.get(current)
    if (target) grid.setAttribute("aria-activedescendant", target.id)
    else grid.removeAttribute("aria-activedescendant")
    follow.setAttribute("aria-pressed", String(!chosen))
    follow.textContent = chosen ? view.data.words.follow : view.data.words.following
  }

  const choose = id => {
    const url = new URL(location.href)
    if (id) url.searchParams.set("checkpoint", id)
    else url.searchParams.delete("checkpoint")
    history.replaceState(history.state, "", url)
    window.dispatchEvent(new Event("lab-select"))
  }

  const reveal = (_, i) => {
    const top = i * ROW, visible = grid.clientHeight - 2 * ROW
    if (top < grid.scrollTop) grid.scrollTop = top
    else if (top > grid.scrollTop + visible) grid.scrollTop = top - visible
  }

  const onClick = event => {
    const row = event.target.closest?.(".sheet .row")
    if (row) choose(row.dataset.checkpointId)
  }
  const onKey = event => {
    const at = view.index.get(selected() ?? view.data.head) ?? view.rows.length - 1
    const page = Math.max(1, Math.floor(grid.clientHeight / ROW) - 2)
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, PageUp: at - page, PageDown: at + page, Home: 0,
      End: view.rows.length - 1 }[event.key]
    if (event.key === "Escape" && selected()) choose(null)
    if (to === undefined || !view.rows.length) return
    event.preventDefault()
    const i = Math.max(0, Math.min(view.rows.length - 1, to))
    reveal(view, i)
    view.draw()
    if (i !== at || !selected()) choose(view.rows[i].id)
  }
  const onFollow = () => { choose(selected() ? null : view.data.head); grid.scrollTop = grid.scrollHeight }
  sheet.addEventListener("click", onClick)
  grid.addEventListener("keydown", onKey)
  grid.addEventListener("scroll", view.draw)
  follow.addEventListener("click", onFollow)
  window.addEventListener("lab-select", mark)
  // The panel gets its height after its first rows: whoever followed the head still does.
  const sizes = new ResizeObserver(() => {
    if (view.data && !selected()) grid.scrollTop = grid.scrollHeight
    view.draw()
  })
  sizes.observe(grid)
  view.stop = () => {
    sizes.disconnect()
    sheet.removeEventListener("click", onClick)
    grid.removeEventListener("keydown", onKey)
    grid.removeEventListener("scroll", view.draw)
    follow.removeEventListener("click", onFollow)
    window.removeEventListener("lab-select", mark)
  }
  return view
}

function labels(view, find) {
  const { data } = view, { words } = data, grid = find(".grid"), head = find(".head")
  find(".title").textContent = words.title
  find(".count").textContent = words.count
  find(".empty").textContent = data.rows.length ? "" : words.empty
  grid.setAttribute("aria-label", words.title)
  grid.setAttribute("aria-rowcount", data.total)
  const lanes = Math.max(0, ...data.rows.map(row => row.lane)) + 1
  find(".history").style.setProperty("--lanes", `${EDGE + Math.min(lanes, 12) * LANE}px`)
  if (head.dataset.lang === data.lang) return
  head.dataset.lang = data.lang
  head.replaceChildren(...words.columns.map(([text, title, kind]) => cell(kind, text, "columnheader", title)))
}

function cell(kind, text, role = "gridcell", title = "") {
  const element = document.createElement("span")
  element.className = kind
  element.setAttribute("role", role)
  element.textContent = text
  if (title) element.title = title
  return element
}

function place(view, sheet, i) {
  const row = view.rows[i], stamp = JSON.stringify(row) + view.data.head + (view.data.tips[row.id] ?? "")
  let element = view.drawn.get(row.id)
  if (!element) {
    element = document.createElement("div")
    element.className = "row"
    element.id = `row-${row.id}`
    element.setAttribute("role", "row")
    if (view.known && !view.known.has(row.id)) element.classList.add("new")
    sheet.append(element)
    view.drawn.set(row.id, element)
  }
  element.style.top = `${i * ROW}px`
  element.setAttribute("aria-rowindex", view.data.first + i + 1)
  if (element.stamp === stamp) return
  element.stamp = stamp
  fill(view, element, row)
}

// Several long names don't fit: the first one and how many more; the title has them all.
const few = names => names.join(", ").length > 18 && names.length > 1 ? `${names[0]} +${names.length - 1}` : names.join(", ")

function fill(view, element, row) {
  const { words, head, ns } = view.data
  const isHead = row.id === head
  Object.assign(element.dataset, {
    checkpointId: row.id, parentId: row.parent ?? "", ns, step: row.step ?? "", source: row.source ?? "",
    next: row.next.join(","), messages: row.messages, lane: row.lane, head: isHead })
  const tip = view.data.tips[row.id]
  const next = cell("next", "", "gridcell", row.next.join(", ") || words.done)
  if (isHead) next.append(cell("badge", words.head, "note", words.head_help))
  if (tip) next.append(cell("tip", tip, "note", words.tip_help))
  next.append(few(row.next) || words.nothing)
  const node = cell("node extra", few(row.node), "gridcell", row.node.join(", "))
  const time = row.at ? new Date(row.at).toLocaleTimeString("sv") : ""
  element.replaceChildren(
    cell("number", row.step ?? "?"), cell("", row.source ?? "?"), next, cell("number", row.messages), node,
    cell("dim extra", time, "gridcell", row.at), cell("number dim extra", row.size), cell("dim extra", row.command, "gridcell", row.command_id ?? ""))
}

function drawLines(view, svg, from, to) {
  const parts = []
  const line = (d, lane, kind = "") => parts.push(`<path class="${kind}" stroke="${color(lane)}" d="${d}"/>`)
  view.rows.forEach((row, i) => {
    const parent = view.index.get(row.parent)
    const top = parent ?? i - 1
    if (i < from || top > to) return
    if (row.cut) line(`M${x(row.lane)} ${y(i) - ROW / 2}V${y(i)}`, row.lane, "stub")
    if (parent === undefined) return
    const a = x(view.rows[parent].lane), b = x(row.lane), start = y(parent)
    const bend = a === b ? "" : `C${a} ${start + ROW * 0.8} ${b} ${start + ROW * 0.2} ${b} ${start + ROW}`
    line(`M${a} ${start}${bend}V${y(i)}`, row.lane)
  })
  for (let i = from; i < to; i++) {
    const row = view.rows[i], head = row.id === view.data.head
    parts.push(`<circle cx="${x(row.lane)}" cy="${y(i)}" r="${head ? 6 : 4.5}" fill="${color(row.lane)}"/>`)
    if (head) parts.push(`<circle cx="${x(row.lane)}" cy="${y(i)}" r="2.2" fill="#fff"/>`)
  }
  svg.setAttribute("height", view.rows.length * ROW)
  svg.setAttribute("width", x(12))
  svg.innerHTML = parts.join("")
}

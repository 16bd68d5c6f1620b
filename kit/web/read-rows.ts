import './read-rows.css'

type Point = Pick<MouseEvent, 'clientX' | 'clientY'>

/** Which letter of the page is there; Firefox and WebKit have had a name of their own for it. */
function letterAt({ clientX, clientY }: Point): [Node, number] | undefined {
  const position = document.caretPositionFromPoint?.(clientX, clientY)
  if (position) return [position.offsetNode, position.offset]
  const range = document.caretRangeFromPoint?.(clientX, clientY)
  return range ? [range.startContainer, range.startOffset] : undefined
}

/** Its name is a link like any other, and may be dragged away. */
const isOnName = (link: Element, { clientX, clientY }: Point) => document.elementFromPoint(clientX, clientY) === link

function read(event: DragEvent) {
  const link = event.target
  const table = link instanceof Element && link.matches('th .table__link') && link.closest('.table')
  if (!table) return
  table.classList.add('table--read')
  const from = letterAt(event)
  if (!from || isOnName(link, event)) {
    table.classList.remove('table--read')
    return
  }
  event.preventDefault()

  function extend(point: Point) {
    const to = letterAt(point)
    if (from && to) getSelection()?.setBaseAndExtent(...from, ...to)
  }
  const stay = (click: Event) => click.preventDefault()
  function end() {
    removeEventListener('pointermove', extend)
    addEventListener('click', stay, true)
    // The click that ends it has come by then.
    setTimeout(() => {
      removeEventListener('click', stay, true)
      table?.classList.remove('table--read')
    })
  }
  addEventListener('pointermove', extend)
  addEventListener('pointerup', end, { once: true })
}

/** A row is a link as a whole (ui/table.css): who draws over its words selects them, rather than dragging the link away. */
export function readRows() {
  addEventListener('dragstart', read)
  return () => removeEventListener('dragstart', read)
}

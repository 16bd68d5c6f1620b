type Point = Pick<MouseEvent, 'clientX' | 'clientY'>

/** The text position under the pointer; older WebKit has only its own method for it. */
function letterAt({ clientX, clientY }: Point): [Node, number] | undefined {
  const position = document.caretPositionFromPoint?.(clientX, clientY)
  if (position) return [position.offsetNode, position.offset]
  const range = document.caretRangeFromPoint?.(clientX, clientY)
  return range ? [range.startContainer, range.startOffset] : undefined
}

/** The name within a row is a link like any other, and may be dragged. */
function isOnName(link: Element, { clientX, clientY }: Point) {
  const { left, right, top, bottom } = link.getBoundingClientRect()
  return left <= clientX && clientX <= right && top <= clientY && clientY <= bottom
}

function read(event: DragEvent) {
  const link = event.target
  if (!(link instanceof Element && link.matches('th .table__link')) || isOnName(link, event)) return
  event.preventDefault()
  const links = [...(link.closest('.table')?.querySelectorAll<HTMLElement>('.table__link') ?? [])]
  // The overlaid row links must let the mouse through to the text.
  const letThrough = (value: string) => {
    for (const one of links) one.style.pointerEvents = value
  }
  letThrough('none')
  const from = letterAt(event)

  function extend(point: Point) {
    const to = letterAt(point)
    if (from && to) getSelection()?.setBaseAndExtent(...from, ...to)
  }
  const stay = (click: Event) => click.preventDefault()
  function end() {
    removeEventListener('pointermove', extend)
    addEventListener('click', stay, true)
    // The click that ends the drag has been handled by then.
    setTimeout(() => {
      removeEventListener('click', stay, true)
      letThrough('')
    })
  }
  addEventListener('pointermove', extend)
  addEventListener('pointerup', end, { once: true })
}

/** A row is a link as a whole (ui/table.css): dragging over its text selects it instead of dragging the link. */
export function readRows() {
  addEventListener('dragstart', read)
  return () => removeEventListener('dragstart', read)
}

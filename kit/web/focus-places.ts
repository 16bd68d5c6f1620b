/** Where the focus is within one layer: the page, or a dialog or panel over it. */
type Place = {
  control: Element
  /** The dialog or panel that contains it; null on the page itself. */
  layer: Element | null
  /** A Range, because the browser keeps its position when the control or its surroundings are removed. */
  position: Range
  path: string
}

export type FocusPlaces = {
  /** From the page up to the topmost layer that has had the focus. */
  places: Place[]
  layerOf: (element: Element) => Element | null
}

/** Passed to keep-focus.ts, not imported by it: a module shared with a later chunk would weigh on every page. */
export const focusPlaces: FocusPlaces = { places: [], layerOf: element => element.closest('dialog, [popover]') }
const { places, layerOf } = focusPlaces

function note(target: EventTarget | null) {
  if (!(target instanceof Element) || target === document.body) return
  const layer = layerOf(target)
  const same = places.findIndex(place => place.layer === layer)
  if (same >= 0) places.length = same
  const position = document.createRange()
  position.selectNode(target)
  places.push({ control: target, layer, position, path: location.pathname })
}

/**
 * Records focus from the start: keep-focus.ts loads later, when the pressed control may be gone. Returns the function that stops
 * it.
 */
export function followFocus(): () => void {
  const follow = ({ target }: FocusEvent) => note(target)
  addEventListener('focusin', follow)
  // Focus within the server-rendered page, or set before it was drawn.
  note(document.activeElement)
  return () => {
    removeEventListener('focusin', follow)
    places.length = 0
  }
}

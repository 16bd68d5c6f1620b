/** Where the focus is, in one layer: the page, or a dialog or panel over it. */
type Place = {
  control: Element
  /** The dialog or panel it is in; nothing on the page itself. */
  layer: Element | null
  /** Stays where the control was when it, or all around it, goes away: the platform moves it along. */
  position: Range
  path: string
}

export type FocusPlaces = {
  /** From the page up to the topmost layer the focus has been in. */
  places: Place[]
  layerOf: (element: Element) => Element | null
}

/** Handed to keep-focus.ts, not imported by it: shared with a part that comes later, it would weigh on every page. */
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

/** From the first press on: keep-focus.ts comes later, when what was pressed may have gone away. Returns what ends it. */
export function followFocus(): () => void {
  const follow = ({ target }: FocusEvent) => note(target)
  addEventListener('focusin', follow)
  // In the picture that came with the page, or before it was drawn.
  note(document.activeElement)
  return () => {
    removeEventListener('focusin', follow)
    places.length = 0
  }
}

/** Where the focus is, in one layer: the page, or a dialog or panel over it. */
type Place = {
  control: Element
  /** The dialog or panel it is in; nothing on the page itself. */
  layer: Element | null
  /** Stays where the control was when it, or all around it, goes away: the platform moves it along. */
  position: Range
  path: string
}

const layers = 'dialog, [popover]'
const controls =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'
const typing = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])'

/**
 * A control that goes away or is disabled gives the focus to what stands in its place: the next control there, else the one
 * before it, else those around. Nothing that moves the focus on its own is disturbed, and who has left a control with a
 * press elsewhere is left alone. Returns what ends it.
 */
export function keepFocus(): () => void {
  /** From the page up to the topmost layer the focus has been in. */
  let places: Place[] = []
  let asked = 0

  function note(target: EventTarget | null) {
    if (!(target instanceof Element) || target === document.body) return
    const layer = target.closest(layers)
    const same = places.findIndex(place => place.layer === layer)
    if (same >= 0) places = places.slice(0, same)
    const position = document.createRange()
    position.selectNode(target)
    places.push({ control: target, layer, position, path: location.pathname })
  }
  /** Whoever presses beside a control has left it; it may go away later without anybody being moved. */
  function leave({ target, relatedTarget }: FocusEvent) {
    setTimeout(() => {
      const isStill = target === places.at(-1)?.control && isUsable(places.at(-1)?.control)
      if (!relatedTarget && isStill && document.activeElement === document.body && document.hasFocus()) places.pop()
    })
  }
  function look() {
    const last = places.at(-1)
    if (asked || !last || isUsable(last.control)) return
    // Once all has been drawn, and whoever moves the focus himself has done so.
    asked = requestAnimationFrame(() => {
      asked = 0
      const { activeElement } = document
      const isLost = !activeElement || activeElement === document.body || !isUsable(activeElement)
      if (isLost) giveOn()
    })
  }
  function giveOn() {
    while (places.length > 0) {
      const place = places.pop()
      if (!place || (place.layer && !isShown(place.layer))) continue
      // Another screen has come: the router takes care of it.
      if (place.path !== location.pathname) return
      const next = isUsable(place.control) ? place.control : standingAt(place)
      // What one looks at stays where it is.
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
      return
    }
  }

  const follow = ({ target }: FocusEvent) => note(target)
  const watch = new MutationObserver(look)
  watch.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'open'],
  })
  addEventListener('focusin', follow)
  addEventListener('focusout', leave)
  // It may come after the first press of a key.
  note(document.activeElement)
  return () => {
    cancelAnimationFrame(asked)
    watch.disconnect()
    removeEventListener('focusin', follow)
    removeEventListener('focusout', leave)
  }
}

const isShown = (element: Element) => element.getClientRects().length > 0
const isUsable = (control: Element | undefined): boolean =>
  control?.isConnected === true && !control.matches(':disabled')

/** From the innermost thing around the place that is still there outwards, as far as the layer or the screen. */
function standingAt({ layer, position }: Place): Element | undefined {
  // A field would bring up the keyboard of a phone that nobody has asked for.
  const isTouch = matchMedia('(pointer: coarse)').matches
  const bound = layer ?? document.getElementById('main') ?? document.body
  const start = position.startContainer
  let around = start instanceof Element ? start : start.parentElement
  while (around) {
    const found = [...around.querySelectorAll(controls)].filter(
      control => control.closest(layers) === layer && isShown(control) && !(isTouch && control.matches(typing)),
    )
    const next = found.find(control => position.comparePoint(control, 0) > 0) ?? found.at(-1)
    if (next) return next
    if (around === bound) break
    around = around.parentElement
  }
  return bound
}

import type { FocusPlaces } from './focus-places.ts'

type Place = FocusPlaces['places'][number]

const controls =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'
/** Buttons that a hurried second press must not trigger: those that send or delete. */
const decisive = ':is(button, input)[type=submit], button:is(.button--primary, .button--danger)'
const typing = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])'

/**
 * When a control is removed or disabled, focus moves to what is in its place: the next control there, else the previous one, else
 * one further around; to a button that sends or deletes only if there is nothing else. Code that moves focus itself is not
 * disturbed, nor is a user who has left the control by a press elsewhere. Returns the function that stops it.
 */
export function keepFocus({ places, layerOf }: FocusPlaces): () => void {
  let asked = 0

  /** A press beside a control leaves it; its later removal then moves no focus. */
  function leave() {
    setTimeout(() => {
      if (document.activeElement === document.body && isUsable(places.at(-1)?.control)) places.pop()
    })
  }
  function look() {
    if (asked || places.length === 0 || !isLost()) return
    // After drawing, and after code that moves the focus itself.
    asked = requestAnimationFrame(() => {
      asked = 0
      if (isLost()) giveOn()
    })
  }
  function giveOn() {
    for (let place = places.at(-1); place; place = places.at(-1)) {
      if (place.layer && !isShown(place.layer)) {
        places.pop()
        continue
      }
      // Another screen is shown: the router handles its focus.
      if (place.path !== location.pathname) return
      // An element that is moved within the page or redrawn loses focus too.
      const next = isUsable(place.control) && isShown(place.control) ? place.control : standingAt(place, layerOf)
      // Without scrolling. If focus succeeds, it is recorded as the new place; otherwise the next change of the page tries again.
      if (next instanceof HTMLElement) next.focus({ preventScroll: true })
      return
    }
  }

  const watch = new MutationObserver(look)
  watch.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'open'],
  })
  addEventListener('mousedown', leave, { capture: true })
  // keep-focus may load after the first key press.
  if (!isUsable(places.at(-1)?.control)) look()
  return () => {
    cancelAnimationFrame(asked)
    watch.disconnect()
    removeEventListener('mousedown', leave, { capture: true })
  }
}

const isShown = (element: Element) => element.getClientRects().length > 0
const isUsable = (control: Element | undefined): boolean =>
  control?.isConnected === true && !control.matches(':disabled')

const isLost = () => {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || !isUsable(activeElement)
}

/** Searches outwards from the innermost surviving element around the place, up to the layer or the screen. */
function standingAt(place: Place, layerOf: FocusPlaces['layerOf']): Element | undefined {
  const { layer } = place
  const bound = layer ?? document.getElementById('main') ?? document.body
  // On touch devices, focusing a field would open the keyboard unasked.
  const isTouch = matchMedia('(pointer: coarse)').matches
  const canTake = (control: Element) =>
    layerOf(control) === layer && isShown(control) && !(isTouch && control.matches(typing))
  return (
    nearest(place, bound, control => canTake(control) && !control.matches(decisive)) ??
    nearest(place, bound, canTake) ??
    bound
  )
}

function nearest({ position }: Place, bound: Element, canTake: (control: Element) => boolean): Element | undefined {
  const start = position.startContainer
  let around = start instanceof Element ? start : start.parentElement
  while (around) {
    const found = [...around.querySelectorAll(controls)].filter(canTake)
    const next = found.find(control => position.comparePoint(control, 0) > 0) ?? found.at(-1)
    if (next || around === bound) return next
    around = around.parentElement
  }
  return undefined
}

import type { FocusPlaces } from './focus-places.ts'

type Place = FocusPlaces['places'][number]

const controls =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'
/** Whoever presses twice in a hurry must not send or delete by it. */
const decisive = ':is(button, input)[type=submit], button:is(.button--primary, .button--danger)'
const typing = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])'

/**
 * A control that goes away or is disabled gives the focus to what stands in its place: the next control there, else the one
 * before it, else those around; to a button that sends or deletes only where there is nothing else. Nothing that moves the
 * focus on its own is disturbed, and who has left a control with a press elsewhere is left alone. Returns what ends it.
 */
export function keepFocus({ places, layerOf }: FocusPlaces): () => void {
  let asked = 0

  /** Whoever presses beside a control has left it; it may go away later without anybody being moved. */
  function leave() {
    setTimeout(() => {
      if (document.activeElement === document.body && isUsable(places.at(-1)?.control)) places.pop()
    })
  }
  function look() {
    if (asked || places.length === 0 || !isLost()) return
    // Once all has been drawn, and whoever moves the focus himself has done so.
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
      // Another screen has come: the router takes care of it.
      if (place.path !== location.pathname) return
      // What has only been moved within the page, or drawn again, loses the focus too.
      const next = isUsable(place.control) && isShown(place.control) ? place.control : standingAt(place, layerOf)
      // What one looks at stays where it is. What takes the focus is noted in place of this one; otherwise the next
      // change of the page tries again.
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
  // It may come after the first press of a key.
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

/** From the innermost thing around the place that is still there outwards, as far as the layer or the screen. */
function standingAt(place: Place, layerOf: FocusPlaces['layerOf']): Element | undefined {
  const { layer } = place
  const bound = layer ?? document.getElementById('main') ?? document.body
  // A field would bring up the keyboard of a phone that nobody has asked for.
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

type Press = { control: HTMLElement; x: number; y: number }

/** Whoever draws the pointer further than that off a button has thought better of it. */
const furthest = 4

/**
 * An answer that comes while the mouse is down moves the button away from below it, and the browser then presses what both places
 * have in common: nothing. The button was pressed all the same. (A finger keeps what it has touched by itself.)
 */
export function keepPresses() {
  let press: Press | undefined
  const begin = ({ target, pointerType, button, clientX: x, clientY: y }: PointerEvent) => {
    const control =
      pointerType === 'mouse' && button === 0 && target instanceof Element
        ? target.closest<HTMLElement>('button, a[href], summary')
        : undefined
    press = control ? { control, x, y } : undefined
  }
  const end = ({ target, clientX, clientY }: PointerEvent) => {
    const { control, x = 0, y = 0 } = press ?? {}
    press = undefined
    if (!control?.isConnected || control.contains(target as Node)) return
    if (Math.hypot(clientX - x, clientY - y) > furthest) return
    // After the click that the browser makes of it.
    setTimeout(() => control.click())
  }
  addEventListener('pointerdown', begin, true)
  addEventListener('pointerup', end, true)
  return () => {
    removeEventListener('pointerdown', begin, true)
    removeEventListener('pointerup', end, true)
  }
}

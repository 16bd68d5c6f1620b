type Press = { control: HTMLElement; x: number; y: number }

/** Moving the pointer further than this off a button, in pixels, cancels the press. */
const furthest = 4

/**
 * When an answer during a mouse press moves the button away, the browser sees down and up on different elements and fires no
 * click. The press is completed here. (Touch events stay with their target anyway.)
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
    // After the browser's own click event.
    setTimeout(() => control.click())
  }
  addEventListener('pointerdown', begin, true)
  addEventListener('pointerup', end, true)
  return () => {
    removeEventListener('pointerdown', begin, true)
    removeEventListener('pointerup', end, true)
  }
}

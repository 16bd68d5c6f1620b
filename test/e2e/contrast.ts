import type { Page } from '@playwright/test'

/** Letters together with all that is painted behind them, where axe has found contrast enough. Of this process. */
const known = new Set<string>()

type Found = { violations: { id: string }[]; incomplete: { id: string; nodes: { element?: HTMLElement }[] }[] }

/** What stands in a page once `measureNewLooks` has been there. */
export type Looks = {
  /** Looks measured for the first time, and found good. */
  passedIn: (found: Found) => string[]
  /** Whether axe could not judge the one element that stood for its like; from then on they all are measured. */
  leaves: (found: Found) => boolean
}

/**
 * Two thirds of what axe costs is contrast, and a list says the same colours a hundred times. From here on axe measures in this
 * document what it has not measured in any: what contrast depends on is all in the look, and what may lie over or under
 * something else is measured each time.
 */
export const measureNewLooks = (page: Page) => page.evaluate(onlyNewLooks, [...known])

export function keepLooks(looks: string[]): void {
  for (const look of looks) known.add(look)
}

function onlyNewLooks(known: string[]) {
  type Matches = (node: Element, virtualNode: unknown, context: unknown) => boolean
  type Behind = { surfaces: string; end?: Element; isPlain: boolean }
  const scope = globalThis as unknown as {
    axe: { _audit: { rules: { id: string; matches: Matches }[] } }
    looks?: Looks
    measured?: Matches
  }
  const rule = scope.axe._audit.rules.find(({ id }) => id === 'color-contrast')
  if (!rule) throw new Error('axe has no rule of contrast any more.')
  scope.measured ??= rule.matches
  const { measured } = scope
  const passed = new Set(known)
  const asked = new Map<string, Element>()
  const unclear = new Set<string>()
  const behind = new Map<Element, Behind>()

  const isClear = (color: string) => /^rgba\(.*, 0\)$/.test(color)
  const isOpaque = (color: string) => color.startsWith('rgb(')
  /** May lie over something that is not its parent. */
  function isFree(style: CSSStyleDeclaration): boolean {
    const { position } = style
    if (position !== 'static' && position !== 'relative') return true
    if (style.transform !== 'none' || style.translate !== 'none') return true
    if (/-\d/.test(style.margin)) return true
    return position === 'relative' && /[1-9]/.test(style.inset)
  }

  const free: Element[] = []
  for (const one of document.querySelectorAll('body *')) {
    const style = getComputedStyle(one)
    const isPainted =
      !isClear(style.backgroundColor) ||
      style.backgroundImage !== 'none' ||
      one.matches('img, svg, canvas, video, iframe')
    if (isPainted && isFree(style) && one.checkVisibility()) free.push(one)
  }
  const placed = free.map(one => ({ one, box: one.getBoundingClientRect() }))

  /** The surfaces behind what stands in this element, down to the first that nothing shows through. */
  function behindIn(one: Element | null): Behind {
    if (!one) return { surfaces: 'page', isPlain: true }
    const before = behind.get(one)
    if (before) return before
    const style = getComputedStyle(one)
    const color = style.backgroundColor
    const isSimple =
      style.opacity === '1' &&
      style.mixBlendMode === 'normal' &&
      style.filter === 'none' &&
      style.backgroundImage === 'none'
    const below = behindIn(one.parentElement)
    const found = isOpaque(color)
      ? { surfaces: color, end: one, isPlain: isSimple && isShownWhole(one) }
      : {
          ...below,
          surfaces: isClear(color) ? below.surfaces : `${color} ${below.surfaces}`,
          isPlain: isSimple && !isFree(style) && below.isPlain,
        }
    behind.set(one, found)
    return found
  }
  /** Nothing above it makes it paler. */
  function isShownWhole(one: Element): boolean {
    for (let above = one.parentElement; above; above = above.parentElement) {
      const { opacity, mixBlendMode, filter } = getComputedStyle(above)
      if (opacity !== '1' || mixBlendMode !== 'normal' || filter !== 'none') return false
    }
    return true
  }
  function lookOf(one: Element): string | undefined {
    const { surfaces, end, isPlain } = behindIn(one)
    if (!isPlain) return
    const box = one.getBoundingClientRect()
    const ground = end?.getBoundingClientRect()
    const isWithin =
      !ground ||
      (box.left >= ground.left - 1 &&
        box.right <= ground.right + 1 &&
        box.top >= ground.top - 1 &&
        box.bottom <= ground.bottom + 1)
    const isOver = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1
    const meets = placed.some(
      ({ one: other, box: its }) =>
        !other.contains(one) &&
        box.left < its.right &&
        its.left < box.right &&
        box.top < its.bottom &&
        its.top < box.bottom,
    )
    if (!isWithin || isOver || meets) return
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(one)
    return [color, fontSize, fontWeight, textShadow, surfaces].join('|')
  }

  const hasLetters = (one: Element) =>
    one.matches('input, select, textarea') ||
    [...one.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())

  rule.matches = (node, virtualNode, context) => {
    if (!hasLetters(node)) return false
    const look = lookOf(node)
    if (look && (passed.has(look) || asked.has(look))) return false
    if (!measured(node, virtualNode, context)) return false
    if (look && !unclear.has(look)) asked.set(look, node)
    return true
  }
  const unsureIn = ({ incomplete }: Found) =>
    new Set(incomplete.flatMap(({ id, nodes }) => (id === rule.id ? nodes.map(({ element }) => element) : [])))
  scope.looks = {
    passedIn(found) {
      if (found.violations.some(({ id }) => id === rule.id)) return []
      const unsure = unsureIn(found)
      return [...asked].flatMap(([look, element]) => (unsure.has(element as HTMLElement) ? [] : [look]))
    },
    leaves(found) {
      const unsure = unsureIn(found)
      const looks = [...asked].flatMap(([look, element]) => (unsure.has(element as HTMLElement) ? [look] : []))
      for (const look of looks) {
        asked.delete(look)
        unclear.add(look)
      }
      return looks.length > 0
    },
  }
}

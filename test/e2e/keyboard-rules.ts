/** What the keyboard does not reach, or not to be seen (rule 8 of docs/forty-rules.md), on a screen or in what has been opened over it. In the page. */
export function faultsOfKeyboard(): string[] {
  const pressed = 'a[href], button, input, select, textarea, summary, label, [tabindex], [role=option]'
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const named = (element: Element) =>
    `${element.parentElement?.className} > ${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`
  const shown = (selector: string) => [...place.querySelectorAll<HTMLElement>(selector)].filter(isShown)
  const faults: string[] = []
  const note = (rule: string, all: Element[]) => faults.push(...all.map(one => `${rule}: ${named(one)}`))

  // 8: everything that can be pressed is reached by Tab in the order of the page, and shows that it was.
  note(
    '8, before its place',
    shown('[tabindex]').filter(one => one.tabIndex > 0),
  )
  const props = Object.keys(document.querySelector('main') ?? {}).find(key => key.startsWith('__reactProps$')) ?? ''
  if (!props) faults.push('8: what is pressed cannot be told')
  const isForMouseAlone = (one: Element) => {
    const given: unknown = Reflect.get(one, props)
    const isPressed = typeof given === 'object' && given !== null && 'onClick' in given && given.onClick
    return isPressed && !one.closest(pressed) && !one.querySelector(pressed)
  }
  note('8, by mouse alone', shown('*').filter(isForMouseAlone))
  const outlineOf = (one: Element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one)
    const isDrawn = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    return isDrawn && outlineColor !== 'rgba(0, 0, 0, 0)'
  }
  const around = (one: Element) => [one, one.parentElement, one.parentElement?.parentElement].filter(part => !!part)
  const kinds = new Map(
    shown('a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]').map(
      one => [`${one.tagName} ${one.getAttribute('type')} ${one.className}`, one],
    ),
  )
  for (const one of kinds.values()) {
    const before = around(one).map(outlineOf)
    one.focus({ preventScroll: true })
    const isSeen = around(one).some((part, index) => outlineOf(part) && !before[index])
    if (document.activeElement !== one) note('8, takes no focus', [one])
    else if (!isSeen && !before[0]) note('8, focus not seen', [one])
  }
  return faults
}

/** What is said on a screen, or in what has been opened over it, against rules 21, 24 and 40 of docs/forty-rules.md. In the page. */
export function faultsOfWords(): string[] {
  const opened = [...document.querySelectorAll('dialog:modal, [popover]:not(.toasts):popover-open')].at(-1)
  const place = opened ?? document.body
  const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const shown = (selector: string) => [...place.querySelectorAll(selector)].filter(isShown)
  const faults: string[] = []

  const nameOf = (one: Element) => (one.ariaLabel ?? one.textContent ?? '').trim()
  const isCurt = (one: Element) =>
    /^(oui|ok|confirmer|supprimer|retirer|effacer|refuser|désactiver|révoquer|rejeter|bloquer|yes|confirm|delete|remove|erase|clear|refuse|decline|disable|deactivate|revoke|reject|block)…?$/i.test(
      nameOf(one),
    )
  faults.push(
    ...shown('button')
      .filter(isCurt)
      .map(one => `21: ${one.className} ${nameOf(one)}`),
  )
  faults.push(
    ...shown('.pill')
      .filter(one => !one.textContent?.trim() || !one.querySelector('svg'))
      .map(one => `24: ${one.className} ${one.textContent}`),
  )
  // 40: as it stands there, put together from words and data.
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  let said = ''
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode
    if (parentElement && isShown(parentElement) && !parentElement.closest('script, style, svg, textarea, kbd'))
      said += textContent
  }
  const mispunctuated =
    document.documentElement.lang === 'fr'
      ? /.{0,30}(?: [:;?!»€%]|« |[\p{L}»)][?!;]|\p{L}'\p{L})/gu
      : // Of data, which may be French, no more than what no language has.
        /.{0,30}(?: [:;?!%]|\p{L}'\p{L})/gu
  faults.push(...[...said.matchAll(mispunctuated)].map(([words]) => `40: ${words}`))
  return faults
}

/**
 * What is too small for a finger or a mouse (rule 37 of docs/forty-rules.md), by all that can be pressed of it: padding, what is
 * stretched over a row, the words of a tick. Told in the page; a link among words that are read is as high as they are (WCAG 2.5.8).
 */
export function faultsOfTargets(least: number): string[] {
  const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const opened = [...document.querySelectorAll('dialog:modal, [popover]:not(.toasts):popover-open')].at(-1)
  const pressed = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
  const labelOf = (one: Element) =>
    one.matches('[type=checkbox], [type=radio], [type=file]') ? (one as HTMLInputElement).labels?.[0] : undefined
  const named = (one: Element) =>
    `${one.parentElement?.className} > ${one.tagName} ${one.className} ${(labelOf(one) ?? one).textContent?.slice(0, 40)}`
  const isClipped = (one: Element | null): boolean =>
    !!one && (getComputedStyle(one).clipPath !== 'none' || isClipped(one.parentElement))
  const isLine = (one: Element | null) => !!one && getComputedStyle(one).display === 'inline'
  const blockOf = (one: Element | null) => {
    let block = one
    while (isLine(block)) block = block?.parentElement ?? null
    return block
  }
  /** In a sentence: in its line stand three words and more that are not pressed. What names it, as "Empreinte", is none. */
  const isAmongWords = (one: Element) => {
    const block = isLine(one) && blockOf(one)
    if (!block) return false
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    let words = 0
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode
      if (!parentElement || !isShown(parentElement) || isClipped(parentElement) || parentElement.closest(pressed))
        continue
      if (blockOf(parentElement) === block) words += textContent?.match(/\p{L}{2,}/gu)?.length ?? 0
    }
    return words >= 3
  }
  const all = [...(opened ?? document).querySelectorAll(pressed)]
  const amongWords = new Set(all.filter(isAmongWords))
  const faults: string[] = []
  for (const one of all) {
    const label = labelOf(one)
    const drawn = isShown(one) && one.getBoundingClientRect().width > 1 ? one : label
    if (!drawn || !isShown(drawn) || one.closest('.skip-link')) continue
    const isEnough = ({ width, height }: DOMRect) => width >= least - 0.5 && height >= least - 0.5
    if ([drawn, label].some(part => part && isEnough(part.getBoundingClientRect())) || amongWords.has(one)) continue
    // The head of a table whose rows are cards: it is shown for as long as the keyboard is in it.
    if (isClipped(drawn)) continue
    // Anything that is stretched is found by where a press arrives.
    drawn.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const [{ x, y, width, height } = drawn.getBoundingClientRect()] = drawn.getClientRects()
    const reaches = (right: number, down: number) => {
      const hit = document.elementFromPoint(x + width / 2 + right, y + height / 2 + down)
      return !!hit && (one.contains(hit) || hit.closest('label')?.control === one)
    }
    const far = (right: number, down: number) => {
      let steps = 0
      while (steps < least && reaches(right * (steps + 0.5), down * (steps + 0.5))) steps += 1
      return steps
    }
    const [wide, high] = [far(1, 0) + far(-1, 0), far(0, 1) + far(0, -1)]
    if (wide < least || high < least) faults.push(`37, ${wide} × ${high}: ${named(one)}`)
  }
  return faults
}

/** A long name makes a large target of whatever it stands in. Says what it took. In the page. */
export function shortenWords() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const taken: { text: Text; words: string; left: string }[] = []
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    const words = text.data
    if (text.parentElement?.closest('script, style') || words.length <= 24) continue
    text.data = words.slice(0, 16)
    taken.push({ text, words, left: text.data })
  }
  return taken
}

/** But to what says something else by now. In the page. */
export function giveWordsBack(taken: ReturnType<typeof shortenWords>) {
  for (const { text, words, left } of taken) if (text.data === left) text.data = words
}

import { expect, type Page } from '@playwright/test'
import { faultsOfKeyboard } from './keyboard-rules.ts'
import { faultsOfWords } from './said-rules.ts'
import { faultsOfTargets, giveWordsBack, shortenWords } from './target-rules.ts'

/** What one screen has against the rules of docs/forty-rules.md, in words. `least` is what a finger or a mouse needs. */
export async function faultsOf(page: Page, least: number): Promise<string[]> {
  // From here on the browser shows where the focus is.
  await page.keyboard.press('Tab')
  const faults = [
    ...(await page.evaluate(faultsOfKeyboard)),
    ...(await page.evaluate(faultsInPage, least)),
    ...(await page.evaluate(faultsOfWords)),
  ]
  const size = page.viewportSize()
  if (size && least < 44) {
    await page.setViewportSize({ width: 320, height: 256 })
    faults.push(...(await page.evaluate(tooWide, '37, at 400 %')))
    await page.setViewportSize(size)
  }
  faults.push(...(await page.evaluate(faultsOfLongerWords)))
  const words = await page.evaluateHandle(shortenWords)
  faults.push(...(await page.evaluate(faultsOfTargets, least)))
  await words.evaluate(giveWordsBack)
  return faults
}

/** What a press opens over the screen; `known`: what has been looked at on a screen before. */
export async function faultsOfOpened(
  page: Page,
  known: Set<string>,
  least: number,
  judge: (kind: string) => Promise<string[]>,
): Promise<string[]> {
  const faults: string[] = []
  const openers = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main [popovertarget]:not([popovertargetaction])')].map((one, index) => {
      if (one.checkVisibility({ visibilityProperty: true })) one.dataset.opener = `${index}`
      return [one.dataset.opener, `${one.className} ${(one.ariaLabel ?? one.textContent ?? '').trim().split(/\s/)[0]}`]
    }),
  )
  for (const [opener, kind = ''] of openers) {
    if (!opener || known.has(kind)) continue
    known.add(kind)
    await page.locator(`[data-opener="${opener}"]`).click()
    const panel = page.locator('[popover]:not(.toasts):popover-open')
    await expect(panel.last()).toContainText(/\S/)
    const found = [...(await page.evaluate(faultsOfTargets, least)), ...(await page.evaluate(faultsOfWords))]
    found.push(...(await judge(kind)))
    faults.push(...found.map(fault => `${kind}: ${fault}`))
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
  }
  return faults
}

function faultsInPage(least: number) {
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const named = (element: Element) =>
    `${element.parentElement?.className} > ${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`
  const shown = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter(isShown)
  const faults: string[] = []
  const note = (rule: string, all: Element[]) => faults.push(...all.map(one => `${rule}: ${named(one)}`))

  // 11
  note(
    '11',
    shown('main input, main select, main textarea').filter(
      one => 'labels' in one && (one.labels as NodeList | null)?.length === 0 && !one.ariaLabel,
    ),
  )
  // 12: the specification's one exception is no screen of anybody signed in.
  note('12', shown('button[type=submit]:disabled'))
  // 14
  const isUntied = (one: Element) =>
    (one.getAttribute('aria-describedby') ?? '').split(' ').some(id => id && !document.getElementById(id))
  note('14', shown('[aria-describedby]').filter(isUntied))
  // 30
  faults.push(
    ...(document.documentElement.scrollWidth > document.documentElement.clientWidth + 1
      ? ['30, wider than its window']
      : []),
  )
  // Words stay in what holds them, however long a name is: none over the edge of a cell, a card or a button.
  const holders = 'td, th, li, button, a, .card, .pill, .notice, dialog, main, aside'
  const pills = shown('.pill').map(pill => ({ pill, box: pill.getBoundingClientRect() }))
  const names = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (names.nextNode()) {
    const { currentNode } = names
    const holder = currentNode.parentElement?.closest(holders)
    if (!holder || !currentNode.textContent?.trim() || !isShown(currentNode.parentElement ?? holder)) continue
    // For readers alone; and the work of a case in one line is as long as the work, its page says all of it.
    if (getComputedStyle(currentNode.parentElement ?? holder).clipPath !== 'none') continue
    if (currentNode.parentElement?.closest('.visually-hidden, tbody td .two-lines__sub')) continue
    const words = document.createRange()
    words.selectNodeContents(currentNode)
    const [drawn, room] = [words.getBoundingClientRect(), holder.getBoundingClientRect()]
    const isOver = drawn.right > room.right + 1 || drawn.left < room.left - 1
    if (drawn.width > 1 && room.width > 1 && isOver)
      note(`30, ${Math.round(drawn.right - room.right)} px over the edge of ${holder.tagName} ${holder.className}`, [
        currentNode.parentElement ?? holder,
      ])
    // Nor a letter to a line.
    if (currentNode.textContent.trim().length > 5 && drawn.width < 24 && drawn.height > 60)
      note('30, squeezed', [currentNode.parentElement ?? holder])
    // 24: a state has air around it.
    const isTouched = ({ pill, box }: (typeof pills)[number]) => {
      const gap = Math.max(box.left - drawn.right, drawn.left - box.right)
      const beside = Math.min(box.bottom, drawn.bottom) - Math.max(box.top, drawn.top)
      return !pill.contains(currentNode) && beside > 8 && gap > -1 && gap < 3
    }
    note(
      '24, touched by words',
      pills.filter(isTouched).map(({ pill }) => pill),
    )
  }
  // 31: a row that leads somewhere leads there from wherever it is pressed; what else is pressed in it stands above.
  const isAnywhereElse = (row: Element, link: Element) => {
    row.scrollIntoView({ block: 'center', behavior: 'instant' })
    return [...row.children].some(cell => {
      const { left, top, width, height } = cell.getBoundingClientRect()
      const places = [
        [left + width / 2, top + height / 2],
        [left + 4, top + height - 4],
      ] as const
      return places.some(([x, y]) => {
        // Of a row that is higher than the window.
        if (y < 0 || y >= innerHeight) return false
        const hit = document.elementFromPoint(x, y)
        return (
          !hit?.closest('.topbar') && hit !== link && !(hit?.closest('a, button, label, input') && row.contains(hit))
        )
      })
    })
  }
  const leading = shown('tbody tr').flatMap(row =>
    [...row.querySelectorAll('.table__link')].map(link => [row, link] as const),
  )
  for (const [row, link] of [...leading.slice(0, 3), ...leading.slice(-1)]) {
    if (isAnywhereElse(row, link)) note('31, does not open where it is pressed', [row])
    const under = [...row.querySelectorAll('button, label, a')]
      .filter(one => one !== link && isShown(one))
      .filter(one => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return width > 1 && document.elementFromPoint(left + width / 2, top + height / 2) === link
      })
    note('31, under its row', under)
  }
  scrollTo(0, 0)
  // 37: how large what is pressed is, target-rules.ts says.
  const hasSmallLetters = (one: Element) => least === 44 && Number.parseFloat(getComputedStyle(one).fontSize) < 16
  note(
    '37, letters',
    shown('input:not([type=checkbox], [type=radio], [type=file], [type=color]), select, textarea').filter(
      hasSmallLetters,
    ),
  )
  const viewport = document.querySelector('meta[name=viewport]')?.getAttribute('content') ?? ''
  if (/user-scalable|maximum-scale/.test(viewport)) faults.push('37, zoom')
  return faults
}

function tooWide(what: string) {
  return document.documentElement.scrollWidth > document.documentElement.clientWidth + 1
    ? [`${what}: ${document.documentElement.scrollWidth} px wide`]
    : []
}

/** Makes every word of the page, or of what is open over it, a third longer; then looks for what is cut off or makes it wider. */
export function faultsOfLongerWords() {
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  while (texts.nextNode()) nodes.push(texts.currentNode as Text)
  const before = nodes.map(node => node.data)
  for (const node of nodes) {
    const words = node.data.trim()
    // Data that is not worded, as numbers, days and codes, does not grow in another language.
    if (!/\p{Letter}{3}/u.test(words) || /\d/.test(words) || node.parentElement?.closest('script, style, svg')) continue
    node.data = node.data.replace(/\p{Letter}{3,}/gu, word => word + word.slice(-Math.ceil(word.length * 0.35)))
  }
  const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  const isCut = (element: Element) => {
    const { overflowX, overflowY, clip, clipPath } = getComputedStyle(element)
    const isOver =
      (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
    if (!isOver || clip !== 'auto' || clipPath !== 'none' || element.clientWidth === 0) return false
    // The work of a case in one line is as long as the work; its page says all of it.
    if (element.matches('input, tbody td .two-lines__sub')) return false
    // A small picture of the portal.
    if (element.closest('.brand-preview')) return false
    // Words for readers alone, in a corner of what shows an icon.
    return [...element.querySelectorAll('*')].every(one => getComputedStyle(one).clipPath === 'none')
  }
  const cut = [...place.querySelectorAll('*')].filter(isCut)
  const faults = [
    ...cut.map(element => `40, cut: ${element.className} ${element.textContent?.slice(0, 60)}`),
    ...(document.documentElement.scrollWidth > document.documentElement.clientWidth + 1
      ? [`40, ${document.documentElement.scrollWidth} px wide with words a third longer`]
      : []),
  ]
  for (const [index, node] of nodes.entries()) node.data = before[index] ?? ''
  return faults
}

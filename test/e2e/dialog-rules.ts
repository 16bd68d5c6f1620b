import { type CDPSession, expect, type Page } from '@playwright/test'
import type { allQuestions } from './all-questions.ts'
import { faultsOfKeyboard } from './keyboard-rules.ts'
import { faultsOfWords } from './said-rules.ts'
import { faultsOfLongerWords } from './screen-rules.ts'
import { faultsOfTargets } from './target-rules.ts'

/** One for each page: it is spoken to again and again. */
const sessions = new WeakMap<Page, Promise<CDPSession>>()
function browserOf(page: Page) {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/** What an open dialog has against the rules of docs/forty-rules.md, under a mouse and under a thumb. */
export async function faultsOfDialog(page: Page): Promise<string[]> {
  await expect(page.locator('dialog:modal').last()).toContainText(/\S/)
  const faults = [...(await page.evaluate(faultsOfWords)), ...(await page.evaluate(faultsOfTargets, 24))]
  const browser = await browserOf(page)
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  faults.push(...(await page.evaluate(faultsOfTargets, 44)))
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  // From here on the browser shows where the focus is.
  await page.keyboard.press('Tab')
  return [...faults, ...(await page.evaluate(faultsOfKeyboard)), ...(await page.evaluate(faultsOfLongerWords))]
}

/** One that is judged where its story is told, by its name in the table of all questions. */
export const faultsOfOneDialog = (_source: keyof typeof allQuestions, page: Page) => faultsOfDialog(page)

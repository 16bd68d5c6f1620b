import { expect, type Page } from '@playwright/test'
import type { allQuestions } from './all-questions.ts'
import { faultsOfKeyboard } from './keyboard-rules.ts'
import { faultsOfWords } from './said-rules.ts'
import { faultsOfLongerWords } from './screen-rules.ts'
import { faultsOfTargets } from './target-rules.ts'

/** What an open dialog has against the rules of docs/forty-rules.md, under a mouse and under a thumb. */
export async function faultsOfDialog(page: Page): Promise<string[]> {
  await expect(page.locator('dialog:modal').last()).toContainText(/\S/)
  const faults = [...(await page.evaluate(faultsOfWords)), ...(await page.evaluate(faultsOfTargets, 24))]
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  faults.push(...(await page.evaluate(faultsOfTargets, 44)))
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await browser.detach()
  // From here on the browser shows where the focus is.
  await page.keyboard.press('Tab')
  return [...faults, ...(await page.evaluate(faultsOfKeyboard)), ...(await page.evaluate(faultsOfLongerWords))]
}

/** One that is judged where its story is told, by its name in the table of all questions. */
export const faultsOfOneDialog = (_source: keyof typeof allQuestions, page: Page) => faultsOfDialog(page)

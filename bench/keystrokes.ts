// The keystroke-level model (Card, Moran and Newell, 1980) over what is really pressed in a browser.
import type { Locator, Page } from '@playwright/test'

/** Seconds of each operator. */
const model = {
  /** A key of somebody who types neither fast nor slowly. */
  K: 0.28,
  /** The mouse or the finger finds its place. */
  P: 1.1,
  /** The button goes down and up; a tap is a P and a B. */
  B: 0.1,
  /** A hand goes between mouse and keyboard; a thumb has no way to go. */
  H: 0.4,
  /** A look that decides: before each press that begins something, none before what completes it. */
  M: 1.35,
}
type Operator = keyof typeof model
/** What is not seen is scrolled to, a screenful with each swipe or turn of the wheel: a P and a B each, which is no press. */
export type Count = { presses: number; typed: number; scrolled: number; seconds: number }

export class Hands {
  count: Count = { presses: 0, typed: 0, scrolled: 0, seconds: 0 }
  readonly page: Page
  readonly #isPhone: boolean
  #atKeys = false

  constructor(page: Page, isPhone: boolean) {
    this.page = page
    this.#isPhone = isPhone
  }

  #spend(...operators: Operator[]) {
    for (const operator of operators) this.count.seconds += model[operator]
  }

  #handTo(keys: boolean) {
    if (!this.#isPhone && this.#atKeys !== keys) this.#spend('H')
    this.#atKeys = keys
  }

  /** A click or a tap. */
  async press(target: Locator) {
    this.#spend('M')
    await this.#hit(target)
  }

  /** A press that completes what the one before has begun: the field of a label that was looked for, the next of a row. */
  async pressNext(target: Locator) {
    await this.#hit(target)
  }

  async #hit(target: Locator) {
    await target.waitFor()
    await this.#scrollTo(target)
    this.#handTo(false)
    this.#spend('P', 'B')
    this.count.presses++
    await (this.#isPhone ? target.tap() : target.click())
  }

  async #scrollTo(target: Locator) {
    const box = await target.boundingBox()
    const height = this.page.viewportSize()?.height ?? 0
    if (!box) return
    const away = box.y < 0 ? -box.y : Math.max(0, box.y + Math.min(box.height, 44) - height)
    for (let left = away; left > 0; left -= height * 0.8) {
      this.#spend('P', 'B')
      this.count.scrolled++
    }
  }

  /** Letters into what has the focus. */
  async type(words: string) {
    if (!(await this.page.evaluate(() => document.activeElement?.matches('input, textarea'))))
      throw new Error(`Nothing has the focus where “${words}” would be typed.`)
    this.#spend('M')
    this.#handTo(true)
    for (const _ of words) this.#spend('K')
    this.count.typed += words.length
    await this.page.keyboard.type(words)
  }

  /** A key that does something, as Enter or Tab: a press. */
  async key(name: string) {
    this.#handTo(true)
    this.#spend('K')
    this.count.presses++
    await this.page.keyboard.press(name)
  }

  /** In a field that is pressed first, unless it has the focus already. */
  async fill(field: Locator, words: string) {
    await field.waitFor()
    if (!(await field.evaluate(element => element === document.activeElement))) {
      await this.#hit(field)
      // Nobody types before the cursor is there: on a busy machine the letters would go into the field before.
      const element = await field.elementHandle()
      await this.page.waitForFunction(field => field === document.activeElement, element)
    }
    await this.type(words)
  }

  /** Into the browser's own field for days, which takes digits alone. */
  async fillDay(field: Locator, day: string) {
    await this.#hit(field)
    this.#spend('M')
    this.#handTo(true)
    for (const _ of day.replaceAll('-', '')) this.#spend('K')
    this.count.typed += 8
    await field.fill(day)
  }

  /** In place of what the field holds. */
  async replace(words: string) {
    await this.page.keyboard.press('Control+a')
    if (!this.#isPhone) this.#spend('K', 'K')
    else this.#spend('P', 'B')
    await this.type(words)
  }

  /** The browser's own way back. */
  async back() {
    this.#spend('M')
    this.#handTo(false)
    this.#spend('P', 'B')
    this.count.presses++
    await this.page.goBack()
  }

  /** Of a list that the device opens: one press for the list, one for its line. */
  async select(field: Locator, label: string | RegExp) {
    await field.waitFor()
    this.#spend('M')
    await this.#scrollTo(field)
    this.#handTo(false)
    this.#spend('P', 'B', 'P', 'B')
    this.count.presses += 2
    const option = field.locator('option').filter({ hasText: label }).first()
    await field.selectOption((await option.getAttribute('value')) ?? '')
  }

  /** What the device’s own dialog gives back; its presses are the device’s. */
  async pick(button: Locator, files: string[]) {
    const chooser = this.page.waitForEvent('filechooser')
    await this.press(button)
    await (await chooser).setFiles(files)
  }
}

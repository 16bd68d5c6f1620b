// What a form does when what it sends is refused (rule 35 of docs/forty-rules.md): says why, keeps every word, and sends it again.
import { expect, type Locator, type Page, type Route, test } from '@playwright/test'
import { oneInTurn } from '../in-turn.ts'
import { broken, type Failure, fail, giveUpSoon, otherFailures } from './refusals.ts'

/** Where it says what is wrong. */
const sentences = '[role=alert], .field__error, .tone--late'

/** In words that are every form's. A refusal that is about what was sent is said in words of its own, and tried where these are. */
const refusals: readonly Failure[] = [
  broken,
  ...otherFailures.filter(({ code }) => ['too_many_requests', 'unavailable', 'offline'].includes(code)),
]

export type Sending = {
  /** What it lacks to be sent, beyond what its kind of field tells. */
  complete?: (page: Page) => Promise<void>
  /** Where it is not the button of the form; `isAgain` once it was refused. */
  send?: (page: Page, isAgain: boolean) => Promise<void>
  /** Where its words stand and what is wrong is said, if neither in its dialog nor in the form. */
  keptIn?: string
  /** What it asks for is read, not written. */
  isRead?: true
  /** In words of its own for this failure. */
  says?: Partial<Record<string, string | RegExp>>
}

/** Whatever is sent is refused as long as `refuse` has said how; what is only read is answered. */
export function refusing(page: Page) {
  let failure: Failure | undefined
  let isRead = false
  const sent: string[] = []
  const calls = /\/api\/(?!token|events)/
  const answer = (route: Route) => {
    const request = route.request()
    if (!failure || /preview|moved-deliveries/.test(request.url()) || (request.method() === 'GET' && !isRead))
      return route.fallback()
    sent.push(`${request.method()} ${request.url()}`)
    return fail(route, failure)
  }
  return {
    sent,
    refuse: async (next?: Failure, isReadToo = false) => {
      // Only for that long: Playwright stops each request of a page that has a route, and takes the browser's cache away.
      if (next && !failure) await page.route(calls, answer)
      if (!next && failure) await page.unroute(calls, answer)
      failure = next
      isRead = isReadToo
      await giveUpSoon(page, next ?? broken)
      sent.length = 0
    },
  }
}

export type Refusing = ReturnType<typeof refusing>

/** Of the forms that are shown, that into which `type` types. */
export async function typedInto(shown: Locator, type: () => Promise<void>): Promise<Locator> {
  const words = async () => Promise.all((await shown.all()).map(form => form.evaluate(wordsIn)))
  const before = (await words()).map(String)
  await type()
  const index = (await words()).findIndex((now, index) => String(now) !== before[index])
  return shown.nth(Math.max(index, 0))
}

/** What has been typed is sent in vain, in one way in each run. */
export async function expectToBearRefusals(
  page: Page,
  source: string,
  typed: Locator,
  { complete, send, keptIn, says, isRead }: Sending,
  { sent, refuse }: Refusing,
) {
  await complete?.(page)
  await typed.evaluate(fillIn)
  const id = await typed.getAttribute('id')
  const button = typed.locator('[type=submit]').or(page.locator(`[type=submit][form="${id}"]`))
  const dialog = page.locator('dialog[open]').last()
  const place = keptIn ? page.locator(keptIn) : (await dialog.count()) > 0 ? dialog : typed
  for (const failure of oneInTurn(`how ${source} is refused`, refusals))
    await test.step(failure.code, async () => {
      const before = await place.evaluate(wordsIn)
      await refuse(failure, isRead)
      for (const isAgain of [false, true]) {
        const before = sent.length
        if (send) await send(page, isAgain)
        // A button that still runs takes no press: nobody is told before 300 ms that it has stopped.
        await expect(async () => {
          if (!send) await button.click({ timeout: 2_000 })
          await expect.poll(() => sent.length, { timeout: 2_000, intervals: [20, 50, 100] }).toBeGreaterThan(before)
        }, `${source} is sent`).toPass()
        const said = place.locator(sentences).filter({ hasText: says?.[failure.code] ?? failure.says })
        await expect(said.first(), source).toBeVisible()
      }
      expect(await place.evaluate(wordsIn), source).toEqual(before)
    })
  await refuse()
}

/** What only asks: refused, it says so where it was asked, and not in a toast alone. */
export async function expectToSayRefusals(page: Page, source: string, { refuse }: Refusing, unrefused?: string) {
  const act = page.locator('dialog:modal footer :is(.button--primary, .button--danger)').last()
  for (const failure of oneInTurn(
    `how ${source} is refused`,
    refusals.filter(({ code }) => code !== unrefused),
  )) {
    await refuse(failure)
    await act.click()
    const said = page.locator(`:is(dialog:modal, main) :is(${sentences})`).filter({ hasText: failure.says })
    await expect(said.first(), `${source}, ${failure.code}`).toBeVisible()
  }
  await refuse()
}

/** What stands in its fields. In the page. */
const wordsIn = (place: Element) =>
  [
    ...place.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>('input, textarea, select'),
  ].map(
    one =>
      `${one.name}: ${'checked' in one && /checkbox|radio/.test(one.type) ? `${one.value} ${one.checked}` : one.value}`,
  )

/** What its fields want, by their kind. In the page. */
function fillIn(form: Element) {
  const write = (one: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(one), 'value')?.set?.call(one, value)
    one.dispatchEvent(new Event(one instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  }
  const kinds = [
    ['.input-box:has(.date-panel) input', '05/03/2031'],
    ['[type=email], [inputmode=email]', 'anne@cabinet.example'],
    ['[type=tel]', '01 99 00 45 18'],
    ['[autocomplete=new-password]', 'Another-portal-2027!'],
    ['[type=password]', 'Demo-portal-2026!'],
    ['[inputmode=numeric]', '2'],
    ['[inputmode=decimal]', '12,50'],
    ['input:not([type=checkbox], [type=radio], [type=file], [type=hidden], [type=search]), textarea', 'Mardi'],
  ] as const
  const isDemanded = (one: Element) => one.matches(':required, [aria-required=true]')
  for (const one of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    const value = kinds.find(([selector]) => one.matches(selector))?.[1]
    const isListed = !!one.closest('.list-input')?.querySelector('li')
    const isOpen = one.value === '' ? isDemanded(one) && !isListed : one.value === 'Mardi' && value !== 'Mardi'
    if (value && isOpen && one.checkVisibility()) write(one, value)
  }
  for (const one of form.querySelectorAll('select'))
    if (one.value === '') write(one, one.options[one.options.length - 1]?.value ?? '')
  for (const one of form.querySelectorAll<HTMLInputElement>('[type=checkbox]'))
    if (isDemanded(one) && !one.checked) one.click()
  for (const one of form.querySelectorAll<HTMLInputElement>('[type=radio]'))
    if (!form.querySelector(`[type=radio][name="${CSS.escape(one.name)}"]:checked`)) one.click()
}

// In every form there is, what has been typed is asked about before it is lost; nobody is asked about nothing.
import { globSync, readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { isInTurn } from '../in-turn.ts'
import { at } from './addresses.ts'
import { asksNothing, type Form, fieldOf, type Harmless, main, ofAnybody, ofPractice, press } from './all-forms.ts'
import { allQuestions, type Question } from './all-questions.ts'
import { faultsOfDialog, faultsOfOneDialog } from './dialog-rules.ts'
import { signedInElsewhere } from './elsewhere.ts'
import { faultsOfEmpty, faultsOfForm, faultsOfOneForm } from './form-rules.ts'
import { enter } from './ordering.ts'
import { makePlace } from './place-with-forms.ts'
import { application, expect, expectCalm, test } from './portal.ts'
import { withoutWaits } from './refusals.ts'
import { expectToBearRefusals, expectToSayRefusals, type Refusing, refusing, typedInto } from './refused-forms.ts'
import { ofStaff } from './staff-forms.ts'

/** For the names in the tables alone. */
const nowhere = {
  held: '',
  late: '',
  payment: '',
  signup: '',
  proForma: '',
  books: { practice: '', invoice: '', receipt: '', questioned: '' },
  bench: { material: '', lot: '', order: '', left: '', done: '', prices: '' },
}

test('every form is in the table', () => {
  const features = new URL('../../features/', import.meta.url)
  const sources = globSync('**/*.{ts,tsx}', { cwd: features })
  const forms = sources.filter(name =>
    /\buse(?:Versioned)?Form\(|<(?:form|FormOfPeriod)\b|made\('form'/.test(
      readFileSync(new URL(name, features), 'utf8'),
    ),
  )
  const told = [...ofPractice(nowhere), ...ofStaff(nowhere), ...ofAnybody].map(({ source }) => source)
  expect([...told, ...Object.keys(asksNothing)].toSorted()).toEqual(forms.toSorted())
  // One that is judged in its own story is named there.
  for (const [source, form] of Object.entries<Harmless>(asksNothing))
    if ('told' in form)
      expect(readFileSync(new URL(`${form.told}.e2e.ts`, import.meta.url), 'utf8')).toContain(`'${source}'`)
})

test('every dialog is in a table', () => {
  const root = new URL('../../', import.meta.url)
  // What every dialog is made of, and the page that shows it.
  const made = /^(kit\/web\/(ui\/|act-dialog|form-dialog)|app\/kit-page\/)/
  const forms = [...ofPractice(nowhere), ...ofStaff(nowhere), ...ofAnybody].map(({ source }) => source)
  const sources = globSync('{app,features,kit}/**/*.tsx', { cwd: root }).filter(name => !made.test(name))
  const dialogs = sources
    .map(name => name.replace(/^features\//, ''))
    .filter((name, index) => {
      const text = readFileSync(new URL(sources[index] ?? '', root), 'utf8')
      // What frames a form is judged as one; what asks beside a form is another dialog.
      return /<(?:ConfirmDialog|ActDialog)\b/.test(text) || (/<[dD]ialog\b/.test(text) && !forms.includes(name))
    })
  expect(Object.keys(allQuestions).toSorted()).toEqual(dialogs.toSorted())
  for (const [source, question] of Object.entries<Question>(allQuestions))
    if ('told' in question)
      expect(readFileSync(new URL(`${question.told}.e2e.ts`, import.meta.url), 'utf8')).toContain(`'${source}'`)
})

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Quitter sans enregistrer' })
const stay = async (page: Page) => {
  await question(page).locator('footer').getByRole('button', { name: 'Continuer la saisie' }).click()
  await expect(question(page)).toHaveCount(0)
}
/** As a link of ours does; whoever is there stays. */
const follow = (page: Page, address: string) =>
  page.evaluate(address => {
    if (location.pathname + location.search === address) return
    const { state } = history
    history.pushState({ ...state, __TSR_index: (state?.__TSR_index ?? 0) + 1 }, '', address)
  }, address)
/** Whether the browser would ask, whichever way the tab is closed or loaded anew. */
const asksWhenClosed = (page: Page) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))

/** Of each form that is shown; that of supplies is none, and is judged as it stands. */
async function faultsShown(page: Page, shown: Locator): Promise<string[]> {
  const faults: string[] = []
  const all = await shown.filter({ visible: true }).all()
  for (const one of all) faults.push(...(await faultsOfForm(one)), ...(await faultsOfEmpty(one)))
  if (all.length === 0) faults.push('no form is judged')
  if ((await page.locator('dialog[open]').count()) > 0) faults.push(...(await faultsOfDialog(page)))
  return faults
}

/** Each takes seconds, and all are made of the same parts: half of them in one run, the others in another. */
const isInThisRun = (source: string) => isInTurn(`leaving ${source}`, 2)
const inThisRun = (forms: readonly Form[]) => forms.filter(({ source }) => isInThisRun(source))

/** Where nothing is lost, nothing is asked; the rules for forms hold there too. */
async function expectToKeepTheRules(
  page: Page,
  of: 'practice' | 'staff',
  place: Parameters<typeof ofStaff>[0],
  server: Refusing,
) {
  for (const [source, form] of Object.entries<Harmless>(asksNothing))
    if ('open' in form && form.of === of && isInThisRun(source))
      await test.step(source, async () => {
        await follow(page, form.address(place))
        await form.open(page)
        const shown = page.locator('dialog[open] form')
        await expect(shown.first()).toBeVisible()
        expect.soft((await faultsShown(page, shown)).filter(form.holds ?? Boolean), source).toEqual([])
        await expectToBearRefusals(page, source, shown.first(), form.sending ?? {}, server)
        await page.keyboard.press('Escape')
        await expect(shown).toHaveCount(0)
      })
}

/** Those that only ask or show. */
async function expectQuestionsToKeepTheRules(
  page: Page,
  of: 'practice' | 'staff',
  place: Awaited<ReturnType<typeof makePlace>>,
  server: Refusing,
) {
  for (const [source, question] of Object.entries<Question>(allQuestions))
    if ('open' in question && question.of === of && isInThisRun(source))
      await test.step(source, async () => {
        const { address, open, unrefused } = question
        await follow(page, typeof address === 'string' ? address : address(place))
        await open(page)
        const dialog = page.locator('dialog:modal')
        await expect(dialog.last()).toBeVisible()
        await expect(dialog.locator('.skeleton')).toHaveCount(0)
        expect.soft(await faultsOfDialog(page), source).toEqual([])
        const isQuestion = (await dialog.last().getAttribute('role')) === 'alertdialog'
        if (isQuestion && unrefused !== 'anything') await expectToSayRefusals(page, source, server, unrefused)
        while ((await dialog.count()) > 0) await page.keyboard.press('Escape')
      })
}

type Away = { from: string; link: Locator; arrived: Locator; server: Refusing }

const inDialog = (page: Page) => page.locator('dialog[open] form, dialog[open] .supplies__list, .case__answer form')

/** What all the ways out do is told in unsaved-changes.e2e.ts. */
const expectToAsk = (page: Page, form: Form, away: Away) =>
  form.open ? expectDialogToAsk(page, form, form.open, away.server) : expectPageToAsk(page, form, away)

async function expectRulesKept(page: Page, { source, holds }: Form, shown: Locator) {
  await expect(shown.first()).toBeVisible()
  expect.soft((await faultsShown(page, shown)).filter(holds ?? Boolean), source).toEqual([])
}

/** A form on the page itself: by a link, clean and then not, and by the browser's way back. */
async function expectPageToAsk(page: Page, form: Form, away: Away) {
  const { source, address, change, changed } = form
  const isAway = () => expect(away.arrived).toBeVisible()
  const shown = main(page)
    .locator('form')
    .filter({ has: page.locator('[name]') })
  // Back leads to there.
  await follow(page, away.from)
  await isAway()
  await follow(page, address)
  await expectRulesKept(page, form, shown)
  await away.link.click()
  await isAway()
  await page.goBack()
  const typed = await typedInto(shown, () => change(page))
  await away.link.click()
  await stay(page)
  await changed(page)
  expect(await asksWhenClosed(page)).toBe(true)
  if (!form.waits) await expectToBearRefusals(page, source, typed, form, away.server)
  await page.goBack()
  await question(page).getByRole('button', { name: 'Abandonner ma saisie' }).click()
  await isAway()
}

/** A form that opens over its screen, which stays: the next one may stand there too. */
async function expectDialogToAsk(page: Page, form: Form, open: (page: Page) => Promise<void>, server: Refusing) {
  const { source, address, change, changed } = form
  const shown = inDialog(page)
  // Its code may still be on the way: what is pressed before it stands there is lost.
  const opened = async () => {
    await open(page)
    await expect(shown.first()).toBeVisible()
  }
  const leave = () => form.leave?.(page) ?? page.keyboard.press('Escape')
  await follow(page, address)
  await opened()
  await expectRulesKept(page, form, shown)
  // What asks is one and the same when it is closed and when the tab is: each form is closed as it opened in one run of three.
  expect(await asksWhenClosed(page)).toBe(false)
  // One that asks for nothing as it stands has closed when it was sent.
  const isClosed = (await shown.count()) === 0
  if (isClosed || isInTurn(`whether ${source} is closed as it opened`)) {
    if (!isClosed) await leave()
    await expect(shown).toHaveCount(0)
    await opened()
  }
  const typed = await typedInto(shown, () => change(page))
  await leave()
  await stay(page)
  await changed(page)
  expect(await asksWhenClosed(page)).toBe(true)
  if (!form.waits) await expectToBearRefusals(page, source, typed, form, server)
  // By its own way or by the browser's, in turn.
  const isByBack = isInTurn(`whether Back leaves ${source}`)
  await (isByBack ? page.goBack() : leave())
  await question(page).getByRole('button', { name: 'Abandonner ma saisie' }).click()
  await expect(shown).toHaveCount(0)
  if (isByBack) await expect(page).not.toHaveURL(({ pathname, search }) => pathname + search === address)
}

/** A screen of the menu. */
function screen(page: Page, address: string): Omit<Away, 'server'> {
  const link = application(page).locator(`.sidebar__entry[href="${address}"]`)
  return { from: address, link, arrived: link.and(page.locator('[aria-current=page]')) }
}

/** Which refuses what is sent, where it is told to. Before the page. */
async function makeServer(page: Page, quiet: { allow: (words: RegExp) => void }) {
  quiet.allow(/Failed to load resource/)
  await withoutWaits(page)
  return refusing(page)
}

test('a practice is asked before what it has typed is lost', async ({ page, quiet }) => {
  test.slow()
  const place = await makePlace()
  const server = await makeServer(page, quiet)
  await enter(page, place.host, place.manager, '/dashboard')
  // Another device, to be signed out from here.
  await signedInElsewhere(page, place.host, place.manager)
  const away = { ...screen(page, '/dashboard'), server }
  for (const form of inThisRun(ofPractice(place))) await test.step(form.source, () => expectToAsk(page, form, away))
  await expectToKeepTheRules(page, 'practice', place, server)
  await expectQuestionsToKeepTheRules(page, 'practice', place, server)
  await follow(page, '/dashboard')

  // A form that is clean asks nothing, whatever stands in another one, which is not lost by it.
  await follow(page, '/account')
  const [password, inDialog] = [fieldOf(page, 'currentPassword'), fieldOf(page, 'phone')]
  await password.fill('Mardi')
  await press('Modifier : Informations personnelles')(page)
  await expect(inDialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(inDialog).toHaveCount(0)
  await press('Modifier : Informations personnelles')(page)
  await inDialog.fill('06')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Abandonner ma saisie' }).click()
  await expect(inDialog).toHaveCount(0)
  await page.goBack()
  await expect(question(page)).toBeVisible()
  expect(await faultsOfOneDialog('kit/web/unsaved-question.tsx', page)).toEqual([])
  await stay(page)
  await expect(password).toHaveValue('Mardi')
})

test('so are the laboratory’s people', async ({ page, quiet }) => {
  test.slow()
  const place = await makePlace()
  const server = await makeServer(page, quiet)
  await enter(page, place.host, place.staff, '/staff/feedback')
  const away = { ...screen(page, '/staff/feedback'), server }
  for (const form of inThisRun(ofStaff(place))) await test.step(form.source, () => expectToAsk(page, form, away))
  await expectToKeepTheRules(page, 'staff', place, server)
  await expectQuestionsToKeepTheRules(page, 'staff', place, server)
})

test('so is whoever asks for an account', async ({ page, quiet }) => {
  const { host } = await makePlace()
  const server = await makeServer(page, quiet)
  await page.goto(at(host, '/signup'))
  // The question comes in a part of its own, which the form asks for as soon as it stands there.
  await expectCalm(page)
  const link = page.getByRole('link', { name: 'Se connecter' })
  await link.click()
  for (const form of ofAnybody)
    await expectToAsk(page, form, { from: '/login', link, arrived: fieldOf(page, 'login'), server })
})

test('those who sign in are told what is missing, as everybody is', async ({ page }) => {
  const { host } = await makePlace()
  await page.goto(at(host, '/login'))
  const form = application(page).locator('form').filter({ visible: true })
  await expect(form).toBeVisible()
  expect(await faultsOfOneForm('auth/web/login-form.tsx', form)).toEqual([])
  await application(page).locator('a[href$="#forgot"]').click()
  await expect(form.getByRole('button', { name: 'Envoyer le lien' })).toBeVisible()
  expect(await faultsOfOneForm('auth/web/forgotten-password.tsx', form)).toEqual([])
})

import type { Locator, Page } from '@playwright/test'
import { inTurn } from '../in-turn.ts'
import {
  attached,
  catalogueSearch,
  enter,
  lastLook,
  makeOrderingPractice,
  patientCode,
  photo,
  registered,
  send,
  typed,
  work,
} from './ordering.ts'
import { expect, expectAccessible, test } from './portal.ts'

/** Seconds that the keystroke-level model of Card, Moran and Newell gives somebody who types with two fingers. */
const model = { key: 0.28, codeLetter: 0.5, thinking: 1.35, tap: 1.3, choosingAFile: 10 }

/** Whoever orders, as quick as a human: what the model gives them, and beside it what the portal and this test took. */
function person() {
  const begunAt = Date.now()
  let modelled = 0
  return {
    spend: (seconds: number) => {
      modelled += seconds
    },
    spent: () => ({ modelled, besides: (Date.now() - begunAt) / 1000 }),
  }
}

type Somebody = ReturnType<typeof person>

/** From the beginning: listening asks the browser for it, and a quick press would come before that has arrived. */
const listenForChoosers = (page: Page) => page.on('filechooser', () => undefined)

async function attach(page: Page, press: () => Promise<void>, spend: (seconds: number) => void) {
  const chooser = page.waitForEvent('filechooser')
  await press()
  spend(model.choosingAFile)
  await (await chooser).setFiles(photo)
  await expect(attached(page)).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
}

async function expectBridge(page: Page, language: 'fr' | 'en') {
  const shade = language === 'fr' ? 'Teinte A3,5' : 'Shade A3.5'
  await expect(lastLook(page)).toContainText('13–23')
  await expect(lastLook(page)).toContainText(shade)
  await expect(lastLook(page)).toContainText(photo.name)
  await expect(lastLook(page).locator('.tooth--chosen')).toHaveCount(6)
}

/** On the case that the order has become, in less than the two minutes that an order may take. */
async function expectOrdered(page: Page, language: 'fr' | 'en', { modelled, besides }: ReturnType<Somebody['spent']>) {
  await registered(page)
  await expect(page.locator('.page-head')).toContainText(`Bridge 13–23 · ${language === 'fr' ? 'A3,5' : 'A3.5'}`)
  await expect(page.locator('.toast')).toContainText(language === 'fr' ? 'est enregistré' : 'has been registered')
  const description = `${modelled.toFixed()}, and ${besides.toFixed()} of the portal’s and the test’s`
  test.info().annotations.push({ type: 'seconds at a human pace', description })
  // What is besides depends on what else the machine does: under ten on a quiet one.
  expect(modelled).toBeLessThan(100)
}

/** A hand on the keyboard. */
function handOn(page: Page, { spend }: Somebody) {
  const press = async (key: string) => {
    spend(model.key)
    await page.keyboard.press(key)
  }
  const name = () =>
    page.evaluate(() => {
      const { activeElement: at } = document
      const label =
        at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? at.labels?.[0]?.textContent : ''
      return (at?.getAttribute('aria-label') || label || at?.textContent || '').trim()
    })
  return {
    press,
    type: async (text: string) => {
      spend(text.length * model.codeLetter)
      await page.keyboard.type(text)
    },
    /** With Tab, as far as it takes. */
    goTo: async (wanted: RegExp) => {
      spend(model.thinking)
      for (let step = 0; step < 60; step++) {
        if (wanted.test(await name())) return
        await press('Tab')
      }
      throw new Error(`Tab does not lead to ${wanted}`)
    },
  }
}

for (const [who, language, user] of inTurn('a bridge by keyboard', [
  ['a manager', 'fr', { account_type: 'manager', title: 'Mme' }],
  ['a doctor', 'en', {}],
] as const)) {
  test(`${who} orders a bridge 13–23 in A3.5 with a photo by keyboard alone, in ${language}`, async ({ page }) => {
    const { host, doctor } = await makeOrderingPractice({ ...user, language })
    listenForChoosers(page)
    await enter(page, host, doctor, '/cases')
    await expect(
      page.locator('.sidebar').getByRole('link', { name: /^(Passer commande|Place an order)$/ }),
    ).toBeVisible()
    const somebody = person()
    const hand = handOn(page, somebody)
    await hand.goTo(/^(Passer commande|Place an order)/)
    await hand.press('Enter')
    await expect(patientCode(page)).toBeVisible()
    await hand.goTo(/^(Code patient|Patient code)/)
    await hand.type('P-0412')
    if ('account_type' in user) {
      await hand.goTo(/^Prescripteur/)
      await hand.type('Dr Leroy')
    }
    await hand.goTo(/^(Que doit réaliser|What should the lab)/)
    await hand.type(language === 'fr' ? 'brid' : 'bridge')
    await hand.press('Enter')
    await hand.goTo(/^(Numéros|Numbers)/)
    await hand.type('13-23')
    await hand.goTo(/^(Teinte|Shade)$/)
    await hand.type(language === 'fr' ? 'a3,5' : 'a3.5')
    await hand.goTo(/^(Optique|Optical)/)
    await hand.press('Space')
    await hand.goTo(/^(Rendez-vous du patient|Patient appointment)/)
    await hand.type(typed(40).slice(0, 5).replace('/', ''))
    await hand.press('Tab')
    await hand.goTo(/^(Heure|Time)/)
    await hand.type('930')
    await hand.goTo(/^(Choisir des fichiers|Choose files)/)
    await attach(page, () => hand.press('Space'), somebody.spend)
    await hand.goTo(/^(Vérifier et envoyer|Check and send)/)
    await hand.press('Enter')
    await expectBridge(page, language)
    await hand.goTo(/^(Envoyer au laboratoire|Send to the laboratory)/)
    await hand.press('Enter')
    await expectOrdered(page, language, somebody.spent())
  })
}

test.describe('under a thumb', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the same bridge is ordered on a phone, and nothing is wider than its screen', async ({ page }) => {
    const language = 'fr'
    const { host, doctor } = await makeOrderingPractice({ language })
    listenForChoosers(page)
    await enter(page, host, doctor, '/cases')
    const somebody = person()
    const press = async (target: Locator) => {
      somebody.spend(model.thinking + model.tap)
      await target.filter({ visible: true }).tap()
    }
    const tap = (name: RegExp, role: 'button' | 'link' | 'radio' | 'textbox' = 'button') =>
      press(page.getByRole(role, { name }))
    const type = async (text: string) => {
      somebody.spend(text.length * model.codeLetter)
      await page.keyboard.type(text)
    }
    // An empty list offers it a second time.
    await press(page.locator('.topbar').getByRole('link', { name: /^(Passer commande|Place an order)$/ }))
    // A box with a list, once the patients that are known have come.
    await press(page.getByLabel(/^(Code patient|Patient code)/))
    await type('P-0412')
    await tap(/^(Fixe|Fixed)$/)
    await tap(/^(Bridge céramo-métallique|Porcelain-fused-to-metal bridge)$/)
    const bridge = work(page, /^(Bridge céramo|Porcelain)/)
    for (const tooth of [13, 23])
      await press(bridge.getByRole('option', { name: new RegExp(`^(Dent|Tooth) ${tooth},`) }))
    await expect(bridge.getByText(/^6 (dents|teeth)$/)).toBeVisible()
    const tooth = await bridge.getByRole('option', { name: /^(Dent|Tooth) 13,/ }).boundingBox()
    expect(tooth?.width).toBeGreaterThanOrEqual(44)
    await tap(/^(Teinte|Shade)$/, 'textbox')
    await type('A3.5')
    await tap(/^Opti/, 'radio')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await attach(page, () => tap(/^(Choisir des fichiers|Choose files)$/), somebody.spend)
    await tap(/^(Vérifier et envoyer|Check and send)$/)
    await expectBridge(page, language)
    await expectAccessible(page)
    await press(send(page))
    await expectOrdered(page, language, somebody.spent())
  })

  test('a press on a shade, or on what is added, reaches nothing beneath it', async ({ page }) => {
    const practice = await makeOrderingPractice()
    await enter(page, practice.host, practice.doctor)
    const add = async (words: string, name: RegExp) => {
      await catalogueSearch(page).tap()
      await page.keyboard.type(words)
      await page.getByRole('option').filter({ visible: true }).filter({ hasText: name }).first().tap()
      await expect(work(page, name)).toBeVisible()
    }
    await add('zirc', /^Couronne zircone/)
    const crown = work(page, /^Couronne zircone/)
    const teeth = crown.getByRole('option', { selected: true })
    for (const shade of ['A2', 'B1']) {
      await crown.locator('.shade').getByRole('button').tap()
      await page.getByRole('radio', { name: shade, exact: true }).filter({ visible: true }).locator('xpath=..').tap()
      await expect(crown.getByRole('textbox', { name: 'Teinte' })).toHaveValue(shade)
      await expect(crown.getByRole('radio')).toHaveCount(0)
    }
    await expect(teeth).toHaveCount(0)
    await add('céramo', /^Bridge céramo/)
    await expect(teeth).toHaveCount(0)
  })
})

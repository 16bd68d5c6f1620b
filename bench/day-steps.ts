import type { Locator, Page } from '@playwright/test'
import { workday } from './day-laboratory.ts'
import type { Hands } from './keystrokes.ts'

export type Language = 'fr' | 'en'
type Desk = { hands: Hands; page: Page; app: Locator; language: Language; isPhone: boolean }
export type Task = { name: string; steps: (desk: Desk) => Promise<void> }

const written = (day: string) => day.split('-').reverse().join('/')
const dialog = (page: Page) => page.locator('dialog[open]').last()
const button = (within: Locator, name: RegExp) => within.getByRole('button', { name }).filter({ visible: true }).first()
const link = (within: Locator, name: RegExp) => within.getByRole('link', { name }).filter({ visible: true }).first()
const field = (within: Locator, name: RegExp) => within.getByRole('textbox', { name }).first()
const rowOf = (app: Locator, patient: string) => app.locator('tbody tr').filter({ hasText: patient }).first()
const closed = (page: Page) => page.locator('dialog[open]').waitFor({ state: 'detached' })

/** By the menu, which a phone opens first. */
async function goTo({ hands, app, isPhone }: Desk, name: RegExp) {
  if (isPhone) await hands.press(button(app, /^(Ouvrir le menu|Open the menu)$/))
  await hands.press(link(app.locator('.sidebar, aside, [role=complementary]').or(app), name))
}
/** Back to the list by the words above the case. */
const toList = ({ hands, app }: Desk) =>
  hands.press(
    app
      .getByRole('navigation', { name: /^(Où vous êtes|Where you are)$/ })
      .getByRole('link')
      .first(),
  )
async function openCase({ hands, app }: Desk, patient: string) {
  await hands.press(rowOf(app, patient).locator('th').getByRole('link').first())
  await app.locator('.page-head', { hasText: patient }).getByRole('button').first().waitFor()
}
/** By keys where there is a keyboard. */
const sendWords = ({ hands, isPhone }: Desk, send: Locator) =>
  isPhone ? hands.press(send) : hands.key('Control+Enter')

const words = {
  menu: /^(Nouveau|New)$/,
  supplies: /^(Demander des fournitures|Request supplies)$/,
}

async function requestSupplies(desk: Desk, menu: RegExp) {
  const { hands, app, page, isPhone } = desk
  if (isPhone) await hands.press(button(app, /^(Ouvrir le menu|Open the menu)$/))
  await hands.press(button(app, menu))
  await hands.press(button(app, words.supplies))
  await hands.press(
    dialog(page)
      .getByRole('button', { name: /^(Ajouter|Add)/ })
      .nth(2),
  )
  await hands.press(button(dialog(page), /^(Continuer|Continue)$/))
  await hands.press(button(dialog(page), /^(Confirmer|Confirm)/))
  await closed(page)
}

async function declareAbsence(desk: Desk, act: () => Promise<unknown> = async () => undefined) {
  const { hands, app, page } = desk
  await goTo(desk, /^Absences/)
  await hands.press(button(app, /^(Déclarer une absence|Declare an absence|Report an absence)/))
  await hands.fill(field(dialog(page), /^(Premier jour|First day)/), written(workday(9)))
  await hands.fill(field(dialog(page), /^(Dernier jour|Last day)/), written(workday(11)))
  await act()
  await hands.key('Enter')
  // What has moved may be told afterwards.
  await page.getByRole('heading', { name: /^(Déclarer|Declare|Report an)/, level: 2 }).waitFor({ state: 'detached' })
  await page.waitForTimeout(500)
  if (await dialog(page).count()) await hands.press(button(dialog(page), /^(Fermer|Close)$/))
  await closed(page)
}

/** What can be done with a case, beside its next step: in words, on a phone in its menu. */
async function pressOnCase({ hands, app, isPhone }: Desk, act: Locator) {
  if (isPhone) await hands.press(button(app, /^(Autres actions|Other actions)$/))
  await hands.press(act)
}

/** What the words say is wrong, and what is to be done, is looked at before they are sent. */
async function reportProblem(desk: Desk, { goesBack = false } = {}) {
  const { hands, app, page } = desk
  const chosen = (name: RegExp) => dialog(page).getByRole('radio', { name, checked: true }).waitFor()
  await pressOnCase(desk, button(app, /^(Signaler un problème|Report a problem)$/))
  await hands.fill(dialog(page).getByRole('textbox').first(), goesBack ? 'Bascule, à retoucher' : 'Bascule')
  await chosen(/adaptation|fit/)
  if (goesBack) {
    await chosen(/^(Retoucher la pièce|Adjust the piece)/)
    await dialog(page)
      .getByText(/collecte|pickup/i)
      .first()
      .waitFor()
  }
  const send = goesBack
    ? /^(Signaler et renvoyer la pièce|Report and send it back)$/
    : /^(Signaler le problème|Report the problem)$/
  await hands.press(button(dialog(page), send))
  await closed(page)
}

/** To the form, with the code of a patient who is known. */
async function order({ hands, app, page }: Desk, patientCode: string) {
  await hands.press(link(app, /^(Passer commande|Place an order)$/))
  const code = app.locator('[name=patientCode]')
  await code.waitFor()
  await page.waitForTimeout(500)
  await hands.fill(code, patientCode)
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=patient]')?.value !== '')
}

/** A crown in A2 like the one before it, on 26. */
async function fillCrown({ hands, app }: Desk) {
  await hands.press(button(app, /^(Comme la dernière fois|Like last time)$/))
  const crown = app.getByRole('region', { name: /zircon/ })
  const teeth = crown.getByRole('textbox', { name: /^(Numéros|Numbers)$/ })
  await teeth.waitFor()
  await hands.fill(teeth, '26')
  const shade = await crown.getByRole('textbox', { name: /^(Teinte|Shade)$/ }).inputValue()
  if (shade !== 'A2') throw new Error(`The shade is “${shade}”.`)
}
const printType = ({ hands, app }: Desk, name: RegExp) =>
  hands.press(app.locator('label').filter({ hasText: name }).first())

/** Enter in the last field asks for the last look, as the button does. */
async function checkAndSend({ hands, app, page }: Desk) {
  await hands.key('Enter')
  await hands.press(button(dialog(page), /^(Envoyer au laboratoire|Send to the lab)/))
  await page.waitForURL(/\/cases\/[0-9a-f-]{36}/)
  await app.locator('.page-head').getByRole('button').first().waitFor()
}
/** Day and time in one; a phone's figures have no space. */
async function appointment({ hands, app, isPhone }: Desk) {
  const day = written(workday(12))
  await hands.fill(
    field(app, /^(Rendez-vous du patient|Patient.*appointment|Appointment)/),
    isPhone ? `${day.replaceAll('/', '')}0930` : `${day} 9:30`,
  )
}

export const assistantsDay: Task[] = [
  {
    name: 'answer which shade',
    async steps({ hands, app }) {
      await hands.press(link(app, /Moreau/))
      const shade = field(app.locator('#answer'), /^(Teinte|Shade)$/)
      await shade.waitFor()
      await app.page().waitForTimeout(300)
      await hands.fill(shade, 'A3')
      await hands.key('Enter')
      await app
        .getByText(/ (dans|in) 10\ss/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'read a message and answer it',
    async steps(desk) {
      const { hands, app } = desk
      await hands.back()
      await hands.press(link(app, /Roche/))
      const message = field(app, /^(Votre message|Your message)/)
      await message.waitFor()
      await hands.fill(message, 'Oui, validée.')
      await sendWords(desk, button(app, /^(Envoyer|Send)$/))
      await app.getByRole('log').getByText('Oui, validée.').waitFor()
      await app.getByText(/^(Envoi…|Sending…)$/).waitFor({ state: 'detached' })
      await app.page().waitForTimeout(500)
    },
  },
  {
    name: 'a case that comes after its patient',
    async steps(desk) {
      const { hands, app, page } = desk
      await toList(desk)
      await openCase(desk, 'Bernard')
      const ask = /^(Demander plus tôt|Ask for it earlier)$/
      await hands.press(button(app, ask))
      await hands.press(button(dialog(page), ask))
      await closed(page)
    },
  },
  {
    name: 'order a crown, with its pickup',
    async steps(desk) {
      const { hands, app, page } = desk
      await order(desk, 'P-207')
      await page.waitForFunction(() => document.querySelector<HTMLSelectElement>('[name=prescriberId]')?.value !== '')
      await fillCrown(desk)
      await printType(desk, /^(Physique|Physical)/)
      await hands.press(button(app, /^(Programmer une collecte|Schedule a pickup)$/))
      await field(dialog(page), /^(Jour|Date|Day)/).waitFor()
      await hands.key('Enter')
      await closed(page)
      await appointment(desk)
      await checkAndSend(desk)
    },
  },
  { name: 'request supplies', steps: desk => requestSupplies(desk, words.menu) },
  {
    name: 'an absence, with what it moves',
    steps: desk =>
      declareAbsence(desk, () =>
        dialog(desk.page)
          .getByText(/Lopez|Fabre/)
          .first()
          .waitFor(),
      ),
  },
  {
    name: 'a problem: what was delivered goes back',
    async steps(desk) {
      await goTo(desk, /^(Travaux|Cases)/)
      await desk.hands.press(link(desk.app, /^(Historique|History)/))
      await openCase(desk, 'Haddad')
      await reportProblem(desk, { goesBack: true })
    },
  },
  {
    name: 'the invoice of a case',
    async steps(desk) {
      await toList(desk)
      await openCase(desk, 'Vidal')
      await pressOnCase(desk, link(desk.app, /^(Consulter la facture|Consult invoice)/))
      await desk.page.waitForURL(/invoices\/./)
    },
  },
  {
    name: 'all of today’s have come',
    async steps(desk) {
      const { hands, app } = desk
      await goTo(desk, /^(Tableau de bord|Dashboard)/)
      await hands.press(button(app, /^(Les 3 sont reçus|All 3)/))
    },
  },
]

export const doctorsDay: Task[] = [
  {
    name: 'answer a question',
    async steps({ hands, app }) {
      await hands.press(link(app, /Perrot/))
      await hands.press(button(app, /^(Vous pouvez continuer|You can go on|Go ahead|You may)/))
      await app
        .getByText(/ (dans|in) 10\ss/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'where is the case of Mrs Simon?',
    async steps(desk) {
      const { hands, app } = desk
      await toList(desk)
      await hands.press(app.getByRole('searchbox'))
      await hands.type('simon')
      await app.locator('tbody tr').nth(1).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'move her appointment',
    async steps(desk) {
      const { hands, app } = desk
      await openCase(desk, 'Simon')
      await hands.press(button(app, /(, changer le jour ou l’heure|, change the day or time)$/))
      const day = app.locator(`.case [data-day="${workday(13)}"]`)
      const panel = app.locator('.case .calendar')
      await panel.waitFor()
      while ((await day.count()) === 0) await hands.press(button(panel, /^(Mois suivant|Next month)$/))
      await hands.press(day)
      await hands.press(button(app, /^(Déplacer au|Move to) /))
      await app.getByText(/^(Sera noté dans|Will be saved in) 10\ss/).waitFor()
    },
  },
  {
    name: 'order a crown',
    async steps(desk) {
      await order(desk, 'P-208')
      await fillCrown(desk)
      if (!(await desk.app.getByRole('radio', { name: /^(Optique|Optical)/ }).isChecked()))
        throw new Error('The impression is another than last time.')
      await appointment(desk)
      await checkAndSend(desk)
    },
  },
  {
    name: 'a problem with what was delivered',
    async steps(desk) {
      await toList(desk)
      await desk.hands.press(link(desk.app, /^(Historique|History)/))
      await openCase(desk, 'Haddad')
      await reportProblem(desk)
    },
  },
  {
    name: 'its traceability sheet',
    async steps(desk) {
      const came = desk.page.waitForEvent('download')
      await pressOnCase(desk, button(desk.app, /^(Télécharger la fiche|Download the traceability)/))
      await came
    },
  },
  {
    name: 'the invoice of a case',
    async steps(desk) {
      await toList(desk)
      await openCase(desk, 'Vidal')
      await pressOnCase(desk, link(desk.app, /^(Consulter la facture|Consult invoice)/))
      await desk.page.waitForURL(/invoices\/./)
    },
  },
]

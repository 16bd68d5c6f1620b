// In every form there is, what has been typed is asked about before it is lost; nobody is asked about nothing.
import { globSync, readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, test } from './portal.ts'

type Form = {
  source: string
  address: string
  /** To where it stands, unless it stands on the page itself. */
  open?: (page: Page) => Promise<void>
  /** Its own way out, where that is not Escape or a link. */
  leave?: (page: Page) => Promise<void>
  change: (page: Page) => Promise<void>
  changed: (page: Page) => Promise<void>
}

/** A form that holds these words, in this field. */
const typing = (name: string) => ({
  change: (page: Page) => fieldOf(page, name).fill('Mardi'),
  changed: (page: Page) => expect(fieldOf(page, name)).toHaveValue('Mardi'),
})
const fieldOf = (page: Page, name: string) => application(page).locator(`[name=${name}]`)
const main = (page: Page) => application(page).getByRole('main')
const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names)
      await application(page).getByRole('button', { name }).or(main(page).getByRole('link', { name })).click()
  }

const makePlace = () =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    const ofLaboratory = { brand_id: laboratory.id }
    const ofPractice = { ...ofLaboratory, practice_id: practice.id }
    const manager = await make.user(practice, { account_type: 'manager' })
    const colleague = await make.user(practice, { first_name: 'Zoé', last_name: 'Lemoine' })
    await make.supply(laboratory, { label_fr: 'Étiquettes' })
    await make.product(laboratory)
    const unpriced = await make.product(laboratory, { price_cents: null })
    const priced = await make.product(laboratory)
    for (const [code, product] of [
      ['UNPRICED', unpriced],
      ['PRICED', priced],
    ] as const) {
      const { id } = await make.order(practice, { code, status: 'delivered' })
      await make.insert(laboratory.id, 'order_products', {
        ...ofPractice,
        order_id: id,
        case_sequence: 1,
        reference: product.reference,
        product_version: product.version,
        label_fr: 'Couronne',
        label_en: 'Crown',
        quantity: 1,
      })
    }
    await make.user(laboratory, { first_name: 'Paul', last_name: 'Durand', password_hash: null })
    // Where there is something, a screen has its button once.
    await make.absence(practice, '2031-03-03', '2031-03-04')
    await make.ride(practice, '2031-03-05', 'AM')
    const held = await make.order(practice, { status: 'on_hold', hold_reason: 'other', hold_question: 'A2 ou A3 ?' })
    await make.insert(laboratory.id, 'order_templates', {
      ...ofPractice,
      name: 'Mes couronnes',
      content: JSON.stringify({ products: [] }),
      created_by: manager.id,
    })
    const change = crypto.randomUUID()
    const part = 'contact_information'
    await make.insert(laboratory.id, 'account_changes', { ...ofPractice, id: change, part, requested_by: colleague.id })
    await make.insert(laboratory.id, 'account_change_fields', {
      ...ofPractice,
      change_id: change,
      subject_id: practice.id,
      field: 'phone',
      after: JSON.stringify('01 99 00 45 18'),
    })
    await make.within(laboratory.id, async client => {
      const asking = [laboratory.id, practice.id, colleague.id]
      await client.query(`select tenant.set_context($1, $2, $3, 'practice')`, asking)
      await client.query('insert into erasure_requests (brand_id, practice_id, user_id) values ($1, $2, $3)', asking)
    })
    await make.insert(laboratory.id, 'billing_settings', {
      ...ofLaboratory,
      legal_name: 'Labo Test SAS',
      iban: 'FR7630006000011234567890189',
    })
    await make.within(laboratory.id, async client => {
      const columns = '(brand_id, user_id, place, host, credential_id, public_key, counter, is_backed_up)'
      await client.query(`select tenant.set_context($1, $2, $3, 'practice')`, [laboratory.id, practice.id, manager.id])
      await client.query(`insert into passkeys ${columns} values ($1, $2, 1, $3, $4, '\\x00', 0, false)`, [
        laboratory.id,
        manager.id,
        host,
        Buffer.alloc(16, manager.id),
      ])
    })
    const payment = crypto.randomUUID()
    await make.insert(laboratory.id, 'payments', {
      ...ofPractice,
      id: payment,
      mode: 'transfer',
      amount_cents: 10_000,
      provider: 'bank',
      reference: 'RF00000000000001',
      status: 'failed',
      failed_at: new Date(),
      created_by: manager.id,
    })
    await make.insert(laboratory.id, 'payment_holds', {
      ...ofPractice,
      payment_id: payment,
      invoice_id: (await make.invoice(practice)).id,
      position: 1,
      cents: 10_000,
      is_held: false,
    })
    const owed = await make.invoice(practice)
    const receipt = await make.within(laboratory.id, async client => {
      const { rows } = await client.query<{ id: string }>(
        `select receipt_id as id from tenant.enter_payment($1, array[$2::uuid], 1000000, current_date, '', 'check', '')`,
        [practice.id, owed.id],
      )
      return rows[0]?.id ?? ''
    })
    await make.invoice(practice, { amount_cents: 5_000 })
    const signup = crypto.randomUUID()
    await make.practice(laboratory, { name: 'Cabinet Lefèvre', rpps_siret_siren: '732829320' })
    await make.insert(laboratory.id, 'signup_requests', {
      ...ofLaboratory,
      id: signup,
      rpps_siret_siren: '732829320',
      title: 'Dr',
      gender: 'female',
      last_name: 'Lefèvre',
      first_name: 'Hélène',
      address: '12 rue des Lilas',
      postal_code: '75011',
      city: 'Paris',
      country_code: 'FR',
      phone: '01 23 45 67 89',
      email1_label: 'doctor',
      email1: 'helene@cabinet.example',
      language: 'fr',
      fingerprint: Buffer.alloc(32),
      network: Buffer.alloc(32),
    })
    const { id: proForma } = await make.invoice(practice, { type: 'pro_forma' })
    const books = { practice: practice.id, invoice: owed.id, receipt }
    return { host, manager, staff: await make.user(laboratory), held: held.id, payment, signup, proForma, books }
  })

const ofPractice = ({ held, payment, proForma }: Record<'held' | 'payment' | 'proForma', string>): Form[] => [
  {
    source: 'absences/web/absence-dialog.tsx',
    address: '/absences',
    open: press('Déclarer une absence'),
    change: page => fieldOf(page, 'deliveryPossible').check(),
    changed: page => expect(fieldOf(page, 'deliveryPossible')).toBeChecked(),
  },
  {
    source: 'invoices/web/pro-forma-question.tsx',
    address: `/invoices/${proForma}`,
    open: press('Poser une question'),
    ...typing('question'),
  },
  {
    source: 'account/web/personal-dialog.tsx',
    address: '/account',
    open: press('Modifier : Informations personnelles'),
    ...typing('phone'),
  },
  {
    source: 'account/web/contact-dialog.tsx',
    address: '/account',
    open: press('Modifier : Coordonnées du cabinet'),
    ...typing('phone'),
  },
  {
    source: 'account/web/delivery-dialog.tsx',
    address: '/account',
    open: press('Modifier : Consignes de livraison'),
    ...typing('deliveryInstruction'),
  },
  { source: 'auth/web/passkey-dialogs.tsx', address: '/account', open: press(/^Renommer/), ...typing('name') },
  { source: 'auth/web/security-section.tsx', address: '/account', ...typing('currentPassword') },
  {
    source: 'cases/web/hold-form.tsx',
    address: `/cases/${held}`,
    open: press('Répondre par écrit'),
    leave: press('Annuler'),
    ...typing('message'),
  },
  {
    source: 'cases/web/messages-dialog.tsx',
    address: `/cases/${held}`,
    open: press('Contacter le laboratoire'),
    ...typing('body'),
  },
  {
    source: 'cases/web/problem-dialog.tsx',
    address: `/cases/${held}`,
    open: press('Signaler un problème'),
    ...typing('description'),
  },
  {
    source: 'colleagues/web/invitation-dialog.tsx',
    address: '/account/colleagues',
    open: press('Inviter un collègue'),
    ...typing('firstName'),
  },
  {
    source: 'colleagues/web/role-dialog.tsx',
    address: '/account/colleagues',
    open: press(/^Actions pour .*Zoé Lemoine/, 'Modifier le rôle…'),
    change: page => page.getByRole('radio', { name: /^Gestionnaire/ }).check(),
    changed: page => expect(page.getByRole('radio', { name: /^Gestionnaire/ })).toBeChecked(),
  },
  {
    source: 'ordering/web/template-name.tsx',
    address: '/cases/new',
    open: async page => {
      const template = page.getByRole('button', { name: 'Actions sur le modèle Mes couronnes' })
      // What it stands on stays when it is closed.
      if (!(await template.isVisible())) await press('Partir de…')(page)
      await template.click()
      await press('Renommer')(page)
    },
    ...typing('name'),
  },
  {
    source: 'payments/web/payment-dialog.tsx',
    address: `/invoices/payments/${payment}`,
    open: press('Payer de nouveau'),
    change: async page => {
      await page.getByRole('radio', { name: 'Une partie' }).check()
      await fieldOf(page, 'amountCents').fill('12,50')
    },
    changed: page => expect(fieldOf(page, 'amountCents')).toHaveValue('12,50'),
  },
  {
    source: 'rides/web/schedule-dialog.tsx',
    address: '/rides',
    open: press('Programmer une collecte'),
    ...typing('complementaryInformation'),
  },
  {
    source: 'supplies/web/supplies-dialog.tsx',
    address: '/rides',
    open: press('Demander des fournitures'),
    change: press('Ajouter Étiquettes'),
    changed: page => expect(page.getByRole('button', { name: 'Retirer Étiquettes' })).toBeVisible(),
  },
]

const aboutInvited = (entry: string) => press(/^Actions pour .*Durand$/, entry)

type Books = { practice: string; invoice: string; receipt: string }

const ofStaff = ({ signup, books }: { signup: string; books: Books }): Form[] => [
  {
    source: 'account/web/address-dialog.tsx',
    address: '/staff/team',
    open: aboutInvited('Corriger l’adresse et réinviter…'),
    ...typing('email'),
  },
  {
    source: 'account/web/refusal-dialog.tsx',
    address: '/staff/account-changes',
    open: press(/^Refuser pour/),
    ...typing('reason'),
  },
  { source: 'invoices/web/settings-form.tsx', address: '/staff/billing/settings', ...typing('legalMention') },
  {
    source: 'invoices/web/reminder-form.tsx',
    address: '/staff/billing/settings',
    change: page => fieldOf(page, 'reminds').check(),
    changed: page => expect(fieldOf(page, 'reminds')).toBeChecked(),
  },
  {
    source: 'invoices/web/price-dialog.tsx',
    address: `/staff/billing/practices/${books.practice}`,
    open: press(/^Saisir le prix de/),
    ...typing('unitPriceCents'),
  },
  {
    source: 'invoices/web/issue-dialog.tsx',
    address: `/staff/billing/practices/${books.practice}`,
    open: press(/^Facturer 1 travail/),
    ...typing('discount'),
  },
  {
    source: 'invoices/web/initial-balance-dialog.tsx',
    address: `/staff/billing/practices/${books.practice}`,
    open: press('Saisir son solde initial'),
    ...typing('reason'),
  },
  {
    source: 'invoices/web/hand-payment-dialog.tsx',
    address: `/staff/billing/practices/${books.practice}`,
    open: press('Saisir un paiement'),
    ...typing('payerReference'),
  },
  {
    source: 'invoices/web/credit-dialog.tsx',
    address: `/staff/invoices/${books.invoice}`,
    open: press('Faire un avoir…'),
    ...typing('reason'),
  },
  {
    source: 'payments/web/refund-dialog.tsx',
    address: `/staff/invoices/${books.receipt}`,
    open: press('Rembourser…'),
    ...typing('amountCents'),
  },
  {
    source: 'invoices/web/set-against-dialog.tsx',
    address: `/staff/invoices/${books.receipt}`,
    open: press('Imputer sur des factures…'),
    change: page => page.getByRole('checkbox', { name: /50,00/ }).check(),
    changed: page => expect(page.getByRole('checkbox', { name: /50,00/ })).toBeChecked(),
  },
  {
    source: 'practices/web/new-practice-dialog.tsx',
    address: '/staff/practices',
    open: press('Nouveau cabinet'),
    ...typing('name'),
  },
  {
    source: 'privacy/web/decision-dialogs.tsx',
    address: '/staff/privacy',
    open: press(/^Refuser/),
    ...typing('reason'),
  },
  { source: 'signup/web/signup-decision.tsx', address: `/staff/signup-requests/${signup}`, ...typing('practiceName') },
  {
    source: 'signup/web/join-dialog.tsx',
    address: `/staff/signup-requests/${signup}`,
    open: press(/^Ajouter à /),
    change: page => page.getByRole('radio', { name: 'Gestionnaire' }).check(),
    changed: page => expect(page.getByRole('radio', { name: 'Gestionnaire' })).toBeChecked(),
  },
  {
    source: 'signup/web/refusal-dialog.tsx',
    address: `/staff/signup-requests/${signup}`,
    open: press('Refuser…'),
    ...typing('reason'),
  },
  {
    source: 'staff/web/new-member-dialog.tsx',
    address: '/staff/team',
    open: press('Inviter une personne'),
    ...typing('lastName'),
  },
  {
    source: 'staff/web/role-dialog.tsx',
    address: '/staff/team',
    open: aboutInvited('Changer le rôle…'),
    change: page => page.getByRole('radio', { name: /^Comptabilité/ }).check(),
    changed: page => expect(page.getByRole('radio', { name: /^Comptabilité/ })).toBeChecked(),
  },
]

const ofAnybody: Form[] = [{ source: 'signup/web/signup-form.tsx', address: '/signup', ...typing('city') }]

/** Where nothing can be lost, and why. */
const asksNothing = {
  'auth/web/login-form.tsx': 'what one comes in with, known to whoever types it',
  'auth/web/forgotten-password.tsx': 'the same',
  'auth/web/choose-password.tsx': 'the same, and the link of the mail still leads to it',
  'auth/web/authenticator-dialog.tsx': 'a code that is another one in thirty seconds',
  'auth/web/password-dialog.tsx': 'a password, known to whoever types it',
  'auth/web/second-step.tsx': 'a code that is another one in thirty seconds, or stands on paper',
  'cases/web/case-search.tsx': 'a search, kept in the address',
  'cases/web/period-form.tsx': 'a filter, kept in the address',
  'feedback/web/widget.ts': 'a foreign page in its frame, which stays when it is closed',
  'invoices/web/invoice-filters.tsx': 'a filter, kept in the address',
  'invoices/web/staff-billing-screen.tsx': 'a search and a filter, kept in the address',
  'invoices/web/statement-dialog.tsx': 'a period, of what is only read',
  'notices/server/unsubscribe-page.ts': 'two buttons',
  'ordering/web/new-case-form.tsx': 'keeps itself as a draft, and asks while it cannot: new-case-drafts.e2e.ts',
  'payments/server/sandbox-page.ts': 'buttons of a page that stands for a provider’s',
  'practices/web/staff-practices-screen.tsx': 'a search, kept in the address',
  'privacy/web/case-readers.tsx': 'a search, of a number that is typed again',
  'privacy/web/export-dialog.tsx': 'a password, known to whoever types it',
}

test('every form is in the table', () => {
  const features = new URL('../../features/', import.meta.url)
  const sources = globSync('**/*.{ts,tsx}', { cwd: features })
  const forms = sources.filter(name =>
    /\buseForm\(|<form\b|made\('form'/.test(readFileSync(new URL(name, features), 'utf8')),
  )
  const books = { practice: '', invoice: '', receipt: '' }
  const place = { held: '', payment: '', signup: '', proForma: '', books }
  const told = [...ofPractice(place), ...ofStaff(place), ...ofAnybody].map(({ source }) => source)
  expect([...told, ...Object.keys(asksNothing)].toSorted()).toEqual(forms.toSorted())
})

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Quitter sans enregistrer' })
const stay = async (page: Page) => {
  await question(page).locator('footer').getByRole('button', { name: 'Continuer la saisie' }).click()
  await expect(question(page)).toHaveCount(0)
}
/** As a link of ours does. */
const follow = (page: Page, address: string) =>
  page.evaluate(address => {
    const { state } = history
    history.pushState({ ...state, __TSR_index: (state?.__TSR_index ?? 0) + 1 }, '', address)
  }, address)
const asksWhenClosed = (page: Page) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))

type Away = { address: string; link: Locator; arrived: Locator }

async function expectToAsk(page: Page, form: Form, away: Away) {
  const { address, change, changed } = form
  const isAway = () => expect(away.arrived).toBeVisible()
  const inDialog = page.locator('dialog[open] form, dialog[open] .supplies__list, .case__answer form')
  // Its code may still be on the way: what is pressed before it stands there is lost.
  const open =
    form.open &&
    (async () => {
      await form.open?.(page)
      await expect(inDialog.first()).toBeVisible()
    })
  const leave = () => form.leave?.(page) ?? (open ? page.keyboard.press('Escape') : away.link.click())
  await follow(page, away.address)
  await isAway()
  await follow(page, address)

  await open?.()
  expect(await asksWhenClosed(page)).toBe(false)
  await page.goBack()
  await isAway()
  await page.goForward()
  await open?.()
  await leave()
  if (open) await expect(inDialog).toHaveCount(0)
  else {
    await isAway()
    await page.goBack()
  }

  await open?.()
  await change(page)
  for (const way of [leave, () => page.goBack()]) {
    await way()
    await stay(page)
    await changed(page)
  }
  for (const way of [
    () => page.evaluate(() => void setTimeout(() => location.reload())),
    () => page.close({ runBeforeUnload: true }),
  ]) {
    const asked = page.waitForEvent('dialog')
    await way()
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await changed(page)
  }
  await page.goBack()
  await question(page).getByRole('button', { name: 'Abandonner ma saisie' }).click()
  await isAway()
}

/** A screen of the menu. */
function screen(page: Page, address: string): Away {
  const link = application(page).locator(`.sidebar__entry[href="${address}"]`)
  return { address, link, arrived: link.and(page.locator('[aria-current=page]')) }
}

test('a practice is asked before what it has typed is lost', async ({ page }) => {
  test.slow()
  const place = await makePlace()
  await enter(page, place.host, place.manager, '/dashboard')
  for (const form of ofPractice(place))
    await test.step(form.source, () => expectToAsk(page, form, screen(page, '/dashboard')))

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
  await stay(page)
  await expect(password).toHaveValue('Mardi')
})

test('so are the laboratory’s people', async ({ page }) => {
  const place = await makePlace()
  await enter(page, place.host, place.staff, '/staff')
  for (const form of ofStaff(place))
    await test.step(form.source, () => expectToAsk(page, form, screen(page, '/staff/feedback')))
})

test('so is whoever asks for an account', async ({ page }) => {
  const { host } = await makePlace()
  await page.goto(at(host, '/login'))
  const link = page.getByRole('link', { name: 'Se connecter' })
  for (const form of ofAnybody)
    await expectToAsk(page, form, { address: '/login', link, arrived: fieldOf(page, 'login') })
})

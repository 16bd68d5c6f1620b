// What a laboratory sets by itself: what it offers, when it closes, how it shows itself; and what practices see of it.
import { addDays, dayInZone, weekday } from '#kit/day.ts'
import { inTurn } from '../in-turn.ts'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { application, expect, expectAccessible, pressTwice, refused, rows, test } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')
/** A working day in a fortnight, and how people type it. */
const [closedOn = ''] = [14, 15, 16].map(ahead => addDays(today, ahead)).filter(day => weekday(day) < 6)
const typedDay = closedOn.split('-').reverse().join('/')

const makeSettings = (language: string) =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    await make.product(laboratory, { reference: 'FIX-1' })
    await make.order(practice, { code: 'T-1', delivery_on: closedOn, status: 'in_production' })
    return {
      host,
      administrator: await make.user(laboratory, { language }),
      production: await make.user(laboratory, { language, role: 'production' }),
      doctor: await make.user(practice, { language }),
    }
  })

const inFrench = {
  settings: 'Réglages',
  addProduct: 'Nouveau produit',
  required: 'Remplissez ce champ.',
  save: 'Enregistrer',
  added: /Facette peut être commandé/,
  actions: 'Actions pour Facette',
  change: 'Modifier…',
  history: 'Ce qu’il a été…',
  close: 'Fermer',
  prices: 'Tarifs',
  allPayCatalogue: 'Tous les cabinets paient le prix du catalogue',
  newList: 'Nouvelle grille',
  makeList: 'Créer la grille',
  changePrices: 'Changer les prix…',
  veneer: /^Facette/,
  putOn: 'Y placer des cabinets…',
  putThem: /^(Placer sur la grille|Y placer)/,
  choosePractice: 'Choisissez au moins un cabinet.',
  isPut: '1 cabinet est placé sur Groupement X',
  takeOff: /^Retirer /,
  calendar: 'Calendrier',
  closeDays: 'Fermer des jours…',
  first: 'Premier jour',
  falls: /1 livraison promise tombe ces jours-là/,
  choose: /Voyez ce qui est promis/,
  move: 'Les déplacer',
  closeThem: 'Fermer ces jours',
  moved: '1 livraison déplacée',
  mails: 'E‑mails',
  saveMails: 'Enregistrer',
  wrongAddress: /Une adresse comme/,
  noServer: 'Ce portail n’a pas de serveur de messagerie',
  savedMails: 'Enregistré, dès le prochain e‑mail',
  capacity: 'Capacité',
  testMail: 'M’envoyer un e‑mail d’essai',
  taken: /^Le serveur de messagerie l’a pris/,
  brand: 'Logo et couleurs',
  unread: /ne se lisent pas/,
  saveBrand: 'Enregistrer nom et couleurs',
  savedBrand: /tout le monde le voit/,
  forbidden: 'Vous n’avez pas accès à cette page',
}
const inEnglish: typeof inFrench = {
  settings: 'Settings',
  addProduct: 'New product',
  required: 'Fill in this field.',
  save: 'Save',
  added: /Veneer can be ordered/,
  actions: 'Actions for Veneer',
  change: 'Change…',
  history: 'What it has been…',
  close: 'Close',
  prices: 'Prices',
  allPayCatalogue: 'Every practice pays the price in the catalogue',
  newList: 'New list',
  makeList: 'Make the list',
  changePrices: 'Change the prices…',
  veneer: /^Veneer/,
  putOn: 'Put practices on it…',
  putThem: /^(Put on the list|Put 1)/,
  choosePractice: 'Choose at least one practice.',
  isPut: '1 practice is put on Groupement X',
  takeOff: /^Take .* off/,
  calendar: 'Calendar',
  closeDays: 'Close some days…',
  first: 'First day',
  falls: /1 promised delivery falls on these days/,
  choose: /Look at what has been promised/,
  move: 'Move them',
  closeThem: 'Close these days',
  moved: '1 delivery moved',
  mails: 'E‑mails',
  saveMails: 'Save',
  wrongAddress: /An address like/,
  noServer: 'This portal has no mail server',
  savedMails: 'Saved: from the next e‑mail on',
  capacity: 'Capacity',
  testMail: 'Send me a test e‑mail',
  taken: /^The mail server has taken it/,
  brand: 'Logo and colours',
  unread: /cannot be read as they are/,
  saveBrand: 'Save name and colours',
  savedBrand: /everybody sees it now/,
  forbidden: 'You do not have access to this page',
}

for (const [language, words, width] of inTurn('staff-settings', [
  ['fr', inFrench, 1440],
  ['en', inEnglish, 390],
] as const)) {
  test(`an administrator sets what is offered, when it closes and how it looks (${language}, ${width} px)`, async ({
    page,
    browser,
    quiet,
  }) => {
    test.slow()
    const { host, administrator, production, doctor } = await makeSettings(language)
    await page.setViewportSize({ width, height: 900 })
    const main = application(page).getByRole('main')
    const dialog = application(page).locator('dialog[open]')
    const button = (name: string | RegExp) => main.getByRole('button', { name, exact: true })
    const tab = (name: string) => main.getByRole('link', { name, exact: true })
    const field = (name: string) => application(page).locator(`[name=${name}]`)

    // A product is added, and changed for what is ordered from then on.
    await enter(page, host, administrator, '/staff/settings')
    await expect(page).toHaveURL(/\/staff\/settings\/catalogue$/)
    await expect(rows(page)).toHaveCount(1)
    // Far down in the menu, and in sight.
    if (width > 768) {
      const menu = application(page).getByRole('navigation', { name: 'Menu' })
      await expect(menu.getByRole('link', { name: words.settings })).toBeInViewport({ ratio: 1 })
    }
    await expectAccessible(page)
    await button(words.addProduct).click()
    await dialog.getByRole('button', { name: words.save }).click()
    await expect(field('reference')).toBeFocused()
    await expect(field('reference')).toHaveAccessibleDescription(new RegExp(words.required))
    await expectAccessible(page)
    const typed = { reference: 'FIX-9', labelFr: 'Facette', labelEn: 'Veneer', oneFr: 'Facette', manyFr: 'Facettes' }
    for (const [name, value] of Object.entries({ ...typed, oneEn: 'Veneer', manyEn: 'Veneers', leadDays: '6' }))
      await field(name).fill(value)
    await field('priceCents').fill('99')
    await pressTwice(dialog.getByRole('button', { name: words.save }), '**/api/staff/catalogue/products')
    await expect(page.getByText(words.added)).toBeVisible()
    await expect(rows(page)).toHaveCount(2)
    await button(words.actions).click()
    await page.getByRole('button', { name: words.change }).click()
    await field('priceCents').fill('120')
    await dialog.getByRole('button', { name: words.save }).click()
    await expect(dialog).toHaveCount(0)
    await button(words.actions).click()
    await page.getByRole('button', { name: words.history }).click()
    await expect(dialog.getByText(/→/)).toContainText('120')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: words.close, exact: true }).click()

    // A price list, ten per cent off; one price by hand; and the practice is put on it.
    await tab(words.prices).click()
    await expect(main.getByText(words.allPayCatalogue)).toBeVisible()
    await expectAccessible(page)
    await button(words.newList).click()
    await field('name').fill('Groupement X')
    await field('change').fill('dix')
    await dialog.getByRole('button', { name: words.makeList }).click()
    await expect(field('change')).toBeFocused()
    await field('change').fill('-10')
    await pressTwice(dialog.getByRole('button', { name: words.makeList }), '**/api/staff/price-lists')
    await expect(page.getByRole('heading', { name: 'Groupement X' })).toBeVisible()
    await expect(rows(page).filter({ hasText: 'FIX-9' })).toContainText(/108[.,]00/)
    await button(words.changePrices).click()
    const veneer = dialog.getByLabel(words.veneer)
    await veneer.fill('cent')
    await dialog.getByRole('button', { name: words.save }).click()
    await expect(veneer).toBeFocused()
    await expectAccessible(page)
    await veneer.fill('99,50')
    await dialog.getByRole('button', { name: words.save }).click()
    await expect(dialog).toHaveCount(0)
    await expect(rows(page).filter({ hasText: 'FIX-9' })).toContainText(/99[.,]50/)
    await button(words.putOn).click()
    await dialog.getByRole('button', { name: words.putThem }).click()
    await expect(dialog.getByText(words.choosePractice)).toBeVisible()
    await dialog.getByRole('checkbox').first().check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: words.putThem }).click()
    await expect(page.getByText(words.isPut)).toBeVisible()
    await expect(button(words.takeOff)).toBeVisible()
    await expectAccessible(page)
    await main.getByRole('navigation').getByRole('link').first().click()

    // A day is closed, once it has been seen and said what becomes of what was promised for it.
    await tab(words.calendar).click()
    await expect(button(words.closeDays)).toBeVisible()
    await expectAccessible(page)
    // As long as it could not be looked at what is promised, whoever sends is led to where it is looked at again.
    await page.route('**/api/staff/calendar/effect', route =>
      route.fulfill({ status: 422, json: { status: 422, code: 'input_invalid', title: 'Refused' } }),
    )
    quiet.allow(refused(422))
    await button(words.closeDays).click()
    await dialog.getByLabel(words.first).fill(typedDay)
    const again = dialog.getByRole('alert').getByRole('button')
    await expect(again).toBeVisible()
    await field('nameFr').fill('Inventaire')
    await field('nameEn').fill('Stocktaking')
    await dialog.getByRole('button', { name: words.closeThem }).click()
    await expect(again).toBeFocused()
    await page.unroute('**/api/staff/calendar/effect')
    await again.click()
    await expect(dialog.getByText(words.falls)).toBeVisible()
    await dialog.getByRole('button', { name: words.closeThem }).click()
    await expect(dialog.getByText(words.choose)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByText(words.move).click()
    await pressTwice(dialog.getByRole('button', { name: words.closeThem }), '**/api/staff/calendar/closures')
    await expect(page.getByText(words.moved)).toBeVisible()
    await expect(rows(page)).toHaveCount(1)

    // Of a table of capacity, the cell that is wrong is where one is led to.
    await tab(words.capacity).click()
    const cell = main.locator('.capacity__weeks input').nth(1)
    await cell.fill('x')
    await main.locator('form [type=submit]').first().click()
    await expect(cell).toBeFocused()
    await cell.fill('')

    // How mails are signed, and one of them to oneself, with what the mail server says of it.
    // The mail server of this portal is thought away at first.
    const ofMails = '**/api/staff/mail-settings'
    await page.route(ofMails, async route => {
      const request = route.request()
      const { host, pathname } = new URL(request.url())
      const reply = await route.fetch({ url: at('127.0.0.1', pathname), headers: { ...request.headers(), host } })
      const { data } = await reply.json()
      await route.fulfill({ response: reply, json: { data: { ...data, areMailsSent: false } } })
    })
    await tab(words.mails).click()
    const noServer = main.locator('.notice', { hasText: words.noServer })
    await expect(noServer).toContainText('SMTP_URL')
    await expectAccessible(page)
    await page.unroute(ofMails)
    await field('replyTo').fill('contact@')
    await button(words.saveMails).click()
    await expect(field('replyTo')).toBeFocused()
    await expect(field('replyTo')).toHaveAccessibleDescription(words.wrongAddress)
    await expectAccessible(page)
    await field('name').fill('Labo du Port')
    await field('replyTo').fill('contact@port.test')
    await button(words.saveMails).click()
    await expect(page.getByText(words.savedMails)).toBeVisible()
    await expect(noServer).toHaveCount(0)
    await pressTwice(button(words.testMail), '**/api/staff/mail-settings/tests')
    await expect(main.getByText(words.taken)).toBeVisible({ timeout: 20_000 })
    await expectAccessible(page)

    // Another name and a colour that could not be read: the practice's open screen follows by itself.
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    quiet.listen(context)
    const practice = await context.newPage()
    await enter(practice, host, doctor, '/cases')
    const shownName = practice.locator('.brand-mark__name').filter({ visible: true })
    await expect(shownName).toHaveText('Labo Test')
    await tab(words.brand).click()
    await field('companyName').fill('Atelier Neuf')
    await field('primary').fill('#ffe14d')
    await expect(main.getByText(words.unread)).toBeVisible()
    await expect(main.locator('[data-preview=phone]')).toContainText('Atelier Neuf')
    await expectAccessible(page)
    await button(words.saveBrand).click()
    await expect(page.getByText(words.savedBrand)).toBeVisible()
    await expect(shownName).toHaveText('Atelier Neuf')
    await expect
      .poll(() => practice.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary')))
      .toBe('#ffe14d')
    await context.close()

    // Nothing of it for production.
    await enter(page, host, production, '/staff/settings/brand')
    await expect(page.getByRole('heading', { name: words.forbidden })).toBeVisible()
    await expect(application(page).getByRole('link', { name: words.settings })).toHaveCount(0)
  })
}

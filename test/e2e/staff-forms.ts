// The forms of the laboratory's people, for the table of all forms (leaving.e2e.ts).
import { expect, type Page } from '@playwright/test'
import { type Form, filling, main, press, typing } from './all-forms.ts'

const titleIn = (page: Page, language: string) =>
  page.getByRole('group', { name: language }).getByRole('textbox', { name: 'Titre' })

const aboutInvited = (entry: string) => press(/^Actions pour .*Durand$/, entry)

const capacityField = (page: Page) =>
  main(page)
    .getByRole('textbox', { name: /^Toutes les familles ensemble/ })
    .first()

/** Of the first product: prices go by references, whatever those of the place are. */
const priceField = (page: Page) => page.getByRole('dialog').locator('.price-field input').first()

type Books = { practice: string; invoice: string; receipt: string; questioned: string }

type Bench = { material: string; lot: string; order: string; left: string; done: string; prices: string }
export const ofStaff = ({ signup, books, bench }: { signup: string; books: Books; bench: Bench }): Form[] => [
  {
    source: 'cases/web/staff-answer-dialog.tsx',
    address: '/staff',
    open: press(/^Répondre à propos de/),
    ...typing('answer'),
  },
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
  {
    source: 'ordering/web/staff-new-case-form.tsx',
    address: `/staff/cases/new?practiceId=${books.practice}`,
    ...typing('patientCode'),
    // What is sent leaves from the look over it (staff-new-case.e2e.ts).
    waits: true,
  },
  { source: 'notices/web/staff-mail-settings-screen.tsx', address: '/staff/settings/mails', ...typing('name') },
  { source: 'brand/web/look-form.tsx', address: '/staff/settings/brand', ...typing('companyName') },
  {
    source: 'brand/web/widget-form.tsx',
    address: '/staff/settings/brand',
    change: page =>
      main(page)
        .getByRole('radio', { name: /^Un autre service/ })
        .check(),
    changed: page => expect(main(page).getByRole('radio', { name: /^Un autre service/ })).toBeChecked(),
    complete: filling({ address: 'https://avis.exemple.fr/widget.js' }),
  },
  {
    source: 'brand/web/times-form.tsx',
    address: '/staff/settings/brand',
    change: page => titleIn(page, 'En français').fill('Mardi'),
    changed: page => expect(titleIn(page, 'En français')).toHaveValue('Mardi'),
  },
  {
    source: 'catalogue/web/product-dialog.tsx',
    address: '/staff/settings/catalogue',
    open: press('Nouveau produit'),
    ...typing('reference'),
  },
  {
    source: 'catalogue/web/family-dialog.tsx',
    address: '/staff/settings/catalogue',
    open: press('Nouvelle famille'),
    ...typing('nameFr'),
  },
  {
    source: 'prices/web/new-list-dialog.tsx',
    address: '/staff/settings/prices',
    open: press('Nouvelle grille'),
    ...typing('name'),
  },
  {
    source: 'prices/web/rename-dialog.tsx',
    address: `/staff/settings/prices/${bench.prices}`,
    open: press(/^Plus$/, 'Renommer…'),
    ...typing('name'),
  },
  {
    source: 'prices/web/prices-dialog.tsx',
    address: `/staff/settings/prices/${bench.prices}`,
    open: press('Changer les prix…'),
    change: page => priceField(page).fill('Mardi'),
    changed: page => expect(priceField(page)).toHaveValue('Mardi'),
  },
  {
    source: 'prices/web/placing-dialog.tsx',
    address: `/staff/settings/prices/${bench.prices}`,
    open: press('Y placer des cabinets…'),
    ...typing('from'),
    complete: page => page.getByRole('dialog').getByRole('checkbox').first().check(),
  },
  { source: 'calendar/web/week-form.tsx', address: '/staff/settings/calendar', ...typing('physicalTransportDays') },
  {
    source: 'capacity/web/capacity-form.tsx',
    address: '/staff/settings/capacity',
    change: page => capacityField(page).fill('12'),
    changed: page => expect(capacityField(page)).toHaveValue('12'),
  },
  {
    source: 'capacity/web/capacity-days-dialog.tsx',
    address: '/staff/settings/capacity',
    open: press('Une autre capacité certains jours…'),
    ...typing('from'),
  },
  {
    source: 'calendar/web/rounds-form.tsx',
    address: '/staff/settings/calendar',
    change: page => page.getByRole('button', { name: 'Ajouter un jour' }).click(),
    changed: page => expect(page.getByLabel('Ce jour-là')).toBeVisible(),
  },
  {
    source: 'calendar/web/closure-dialog.tsx',
    address: '/staff/settings/calendar',
    open: press('Fermer des jours…'),
    ...typing('nameFr'),
    complete: async page => {
      await filling({ from: '05/03/2031', to: '05/03/2031' })(page)
      await expect(page.getByText('Rien n’est promis ces jours-là.')).toBeVisible()
    },
  },
  {
    source: 'calendar/web/year-dialog.tsx',
    address: '/staff/settings/calendar',
    open: press('Jours fériés d’une année…'),
    ...typing('year'),
    complete: async page => {
      await filling({ year: '2031' })(page)
      await expect(page.getByText('Rien n’est promis ces jours-là.')).toBeVisible()
    },
  },
  { source: 'invoices/web/settings-form.tsx', address: '/staff/billing/settings', ...typing('legalMention') },
  {
    source: 'integration/web/new-program-dialog.tsx',
    address: '/staff/programs',
    open: press('Autoriser un logiciel'),
    ...typing('name'),
  },
  {
    source: 'integration/web/address-dialog.tsx',
    address: '/staff/programs',
    open: press(/^Actions pour Dentalsoft/, 'Changer l’adresse…'),
    ...typing('url'),
    complete: filling({ url: 'https://logiciel.exemple.fr/ailleurs' }),
  },
  {
    source: 'bookkeeping/web/accounts-form.tsx',
    address: '/staff/entries',
    ...typing('customers'),
    complete: filling({ customers: '411CLI' }),
  },
  {
    source: 'bookkeeping/web/customer-account-dialog.tsx',
    address: `/staff/billing/practices/${books.practice}`,
    open: press('Modifier le compte client…'),
    ...typing('account'),
    complete: filling({ account: 'LILAS' }),
  },
  {
    source: 'invoices/web/answer-dialog.tsx',
    address: `/staff/invoices/${books.questioned}`,
    open: press('Répondre…'),
    ...typing('answer'),
  },
  {
    source: 'invoices/web/price-dialog.tsx',
    address: `/staff/billing/practices/${books.practice}`,
    open: press(/^Saisir le prix de/),
    ...typing('price1'),
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
    complete: filling({ amountCents: '149,00' }),
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
    open: press('Rembourser ou annuler…'),
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
    source: 'deliveries/web/carrier-dialog.tsx',
    address: '/staff/shipping',
    open: press('Autres actions pour TODAY', 'Avec un transporteur…', 'Expédier quand même'),
    ...typing('carrier'),
  },
  {
    source: 'deliveries/web/hand-over-dialog.tsx',
    address: '/staff/deliveries',
    open: press(/^Remettre, /),
    ...typing('receivedBy'),
    waits: true,
  },
  {
    source: 'deliveries/web/round-dialog.tsx',
    address: '/staff/deliveries',
    open: press(/^Autres actions pour /, 'Mettre dans une tournée…'),
    ...typing('round'),
  },
  {
    source: 'deliveries/web/take-back-dialog.tsx',
    address: `/staff/cases/${bench.left}`,
    open: press('Plus', 'Remise notée par erreur…'),
    ...typing('reason'),
  },
  {
    source: 'materials/web/material-dialog.tsx',
    address: '/staff/materials',
    open: press('Ajouter un matériau'),
    ...typing('maker'),
  },
  {
    source: 'materials/web/subcontractors.tsx',
    address: '/staff/materials',
    open: press('Ajouter un sous-traitant'),
    ...typing('work'),
  },
  {
    source: 'materials/web/lot-dialog.tsx',
    address: `/staff/materials/${bench.material}`,
    open: press('Saisir un lot'),
    ...typing('number'),
  },
  {
    source: 'materials/web/lot-menu.tsx',
    address: `/staff/materials/${bench.material}`,
    open: press(/^Lot /, 'Bloquer ce lot…'),
    ...typing('because'),
  },
  {
    source: 'materials/web/recall-dialog.tsx',
    address: `/staff/lots/${bench.lot}`,
    open: press('Prévenir les cabinets…'),
    ...typing('because'),
  },
  {
    source: 'complaints/web/enter-dialog.tsx',
    address: '/staff/complaints',
    open: press('Noter une réclamation'),
    ...typing('description'),
  },
  {
    source: 'complaints/web/decision-dialog.tsx',
    address: '/staff/complaints',
    open: press(/^Qualifier la réclamation/),
    change: page => page.locator('dialog[open] textarea[name=note]').fill('Mardi'),
    changed: page => expect(page.locator('dialog[open] textarea[name=note]')).toHaveValue('Mardi'),
  },
  {
    source: 'complaints/web/remake-dialog.tsx',
    address: `/staff/cases/${bench.done}`,
    open: press('Plus', 'Refaire…'),
    ...typing('description'),
  },
  {
    source: 'cases/web/staff-problem-dialog.tsx',
    address: `/staff/cases/${bench.order}`,
    open: press('Répondre…'),
    ...typing('answer'),
  },
  { source: 'cases/web/staff-thread.tsx', address: `/staff/cases/${bench.order}`, ...typing('body') },
  {
    source: 'cases/web/staff-hold-dialog.tsx',
    address: `/staff/cases/${bench.order}`,
    open: press('Mettre en attente'),
    ...typing('question'),
  },
  {
    source: 'cases/web/staff-date-dialog.tsx',
    address: `/staff/cases/${bench.order}`,
    open: press('Changer la date'),
    change: page => page.locator('dialog[open] [name=note]').fill('Mardi'),
    changed: page => expect(page.locator('dialog[open] [name=note]')).toHaveValue('Mardi'),
  },
  {
    source: 'ordering/web/correct-dialog.tsx',
    address: `/staff/cases/${bench.order}`,
    open: press('Plus', 'Corriger la saisie…'),
    ...typing('patient'),
  },
  {
    source: 'cases/web/staff-refuse-dialog.tsx',
    address: `/staff/cases/${bench.order}`,
    open: press('Plus', 'Refuser'),
    change: page => page.locator('dialog[open] [name=note]').fill('Mardi'),
    changed: page => expect(page.locator('dialog[open] [name=note]')).toHaveValue('Mardi'),
  },
  {
    source: 'traceability/web/sheet-release.tsx',
    address: `/staff/sheets/${bench.order}`,
    change: page => page.locator('form:has([name=points]) [name=note]').fill('Mardi'),
    changed: page => expect(page.locator('form:has([name=points]) [name=note]')).toHaveValue('Mardi'),
    complete: page => page.locator('form:has([name=points]) [name=points]').first().check(),
  },
  {
    source: 'traceability/web/sheet-signature.tsx',
    address: `/staff/sheets/${bench.order}`,
    change: async page => {
      const field = page.locator('[name=substances]')
      if (!(await field.isVisible())) await main(page).getByText('Exceptions et substances').click()
      await field.fill('Mardi')
    },
    changed: page => expect(page.locator('[name=substances]')).toHaveValue('Mardi'),
  },
  {
    source: 'practices/web/practice-dialog.tsx',
    address: `/staff/practices/${books.practice}`,
    open: press('Modifier'),
    ...typing('name'),
  },
  {
    source: 'practices/web/merging-dialog.tsx',
    address: `/staff/practices/${books.practice}`,
    open: press('Fusionner avec un autre cabinet…'),
    ...typing('name'),
    complete: async page => {
      // Another choice asks for another name.
      await page.getByRole('radio', { name: 'Cabinet Lefèvre' }).first().check()
      await filling({ name: 'Cabinet Lefèvre' })(page)
    },
  },
  {
    source: 'practices/web/member-role-dialog.tsx',
    address: `/staff/practices/${books.practice}`,
    open: press(/^Actions pour .*Zoé Lemoine$/, 'Changer le rôle…'),
    change: page => page.getByRole('checkbox', { name: /^DLCPM/ }).check(),
    changed: page => expect(page.getByRole('checkbox', { name: /^DLCPM/ })).toBeChecked(),
  },
  {
    source: 'prices/web/practice-list-dialog.tsx',
    address: `/staff/practices/${books.practice}`,
    open: press('Tarif…'),
    ...typing('from'),
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
    open: press(/^Refuser la demande de/),
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
    open: press('Refuser la demande…'),
    ...typing('reason'),
  },
  {
    source: 'staff/web/new-member-dialog.tsx',
    address: '/staff/team',
    open: press('Inviter une personne'),
    ...typing('lastName'),
  },
  {
    source: 'supplies/web/supply-dialog.tsx',
    address: '/staff/settings/supplies',
    open: press('Nouvelle fourniture'),
    ...typing('labelFr'),
  },
  {
    source: 'staff/web/role-dialog.tsx',
    address: '/staff/team',
    open: aboutInvited('Changer le rôle…'),
    change: page => page.getByRole('radio', { name: /^Comptabilité/ }).check(),
    changed: page => expect(page.getByRole('radio', { name: /^Comptabilité/ })).toBeChecked(),
  },
]

// Every form there is: where it stands, and how it is typed into.
import { expect, type Page } from '@playwright/test'
import { letLeave } from './answers.ts'
import { application } from './portal.ts'
import type { Sending } from './refused-forms.ts'

export type Form = Sending & {
  source: string
  /** Nothing is refused where it stands: what was sent waits on the device, or leaves from a dialog over it whose story tells of it. */
  waits?: true
  /** Whether the rule of this fault holds for it, where one does not. */
  holds?: (fault: string) => boolean
  address: string
  /** To where it stands, unless it stands on the page itself. */
  open?: (page: Page) => Promise<void>
  /** Its own way out, where that is not Escape or a link. */
  leave?: (page: Page) => Promise<void>
  change: (page: Page) => Promise<void>
  changed: (page: Page) => Promise<void>
}

/** A form that holds these words, in this field. */
export const typing = (name: string) => ({
  change: (page: Page) => fieldOf(page, name).fill('Mardi'),
  changed: (page: Page) => expect(fieldOf(page, name)).toHaveValue('Mardi'),
})
/** What the fields of these names want. */
export const filling = (words: Record<string, string>) => async (page: Page) => {
  for (const [name, value] of Object.entries(words)) await fieldOf(page, name).last().fill(value)
}
export const fieldOf = (page: Page, name: string) => application(page).locator(`[name=${name}]`)
export const main = (page: Page) => application(page).getByRole('main')
export const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names)
      await application(page).getByRole('button', { name }).or(main(page).getByRole('link', { name })).click()
  }

export const ofPractice = ({
  held,
  late,
  payment,
  proForma,
}: Record<'held' | 'late' | 'payment' | 'proForma', string>): Form[] => [
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
    // What is left as it stands asks for no change: it closes, and nothing is sent.
    holds: fault => !fault.startsWith('12'),
    address: '/account',
    open: press('Modifier : Coordonnées du cabinet'),
    ...typing('mobile'),
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
    source: 'cases/web/save-view.tsx',
    address: '/cases?delivery=delayed',
    open: press('Mes vues', 'Enregistrer cette vue'),
    ...typing('name'),
  },
  {
    source: 'cases/web/hold-form.tsx',
    address: `/cases/${held}`,
    open: press('Répondre par écrit'),
    leave: press('Annuler'),
    ...typing('message'),
    keptIn: 'div.case__answer',
    says: { offline: 'Vous êtes hors ligne' },
    send: async page => {
      await press('Envoyer la réponse')(page)
      await letLeave(page)
    },
  },
  {
    source: 'cases/web/thread.tsx',
    address: `/cases/${held}`,
    ...typing('body'),
    // A message that could not be sent stays where it was written, with what may be done about it.
    keptIn: '.messages',
    send: async (page, isAgain) => {
      if (isAgain) await expect(page.locator('.messages')).toContainText('Mardi')
      await press(isAgain ? 'Renvoyer' : /^Envoyer$/)(page)
    },
  },
  {
    source: 'cases/web/earlier-dialog.tsx',
    address: `/cases/${late}`,
    open: press('Demander plus tôt'),
    ...typing('words'),
  },
  {
    source: 'ordering/web/change-dialog.tsx',
    address: `/cases/${late}`,
    open: press('Autres actions', 'Modifier ce travail'),
    ...typing('appointmentTime'),
    complete: filling({ appointmentDate: '+30', appointmentTime: '10:30' }),
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
    // The specification orders that "Continuer" comes with the first supply.
    holds: fault => !fault.startsWith('12'),
    address: '/supplies',
    open: press('Demander des fournitures'),
    change: press('Ajouter Étiquettes'),
    says: { input_invalid: 'a changé sa liste' },
    complete: press('Continuer'),
    send: async page => {
      await expect(page.getByRole('button', { name: 'Retirer Étiquettes' })).toBeVisible()
      await press('Confirmer')(page)
    },
    changed: page => expect(page.getByRole('button', { name: 'Retirer Étiquettes' })).toBeVisible(),
  },
]

export const ofAnybody: Form[] = [
  {
    source: 'signup/web/signup-form.tsx',
    address: '/signup',
    // Nothing is known of whoever asks, and the specification orders its button disabled.
    holds: fault => !/^(12|20, known)/.test(fault),
    ...typing('city'),
  },
]

/** Where nothing can be lost, and why; and how each of them is judged by the rules for forms all the same. */
export type Harmless = {
  why: string
  /** Whether the rule of this fault holds for it, where one does not. */
  holds?: (fault: string) => boolean
} & (
  | { /** On a screen, or in what opens over it, as this (every-screen.e2e.ts). */ on: string; stands: string }
  | {
      of: 'practice' | 'staff'
      address: (place: Place) => string
      open: (page: Page) => Promise<void>
      sending?: Sending
    }
  | { /** In the test that tells its story. */ told: string }
  | { /** By none, and why. */ unjudged: string }
)
type Place = { books: { practice: string } }

/** A filter demands nothing, and whatever is left open in it filters nothing. */
const asFilter = (fault: string) => !fault.startsWith('15, neither nor')

export const asksNothing = {
  'auth/web/login-form.tsx': { why: 'what one comes in with, known to whoever types it', told: 'leaving' },
  'auth/web/forgotten-password.tsx': { why: 'the same', told: 'leaving' },
  'auth/web/choose-password.tsx': { why: 'the same, and the link of the mail still leads to it', told: 'passwords' },
  'auth/web/authenticator-dialog.tsx': { why: 'a code that is another one in thirty seconds', told: 'second-factor' },
  'auth/web/password-dialog.tsx': {
    why: 'a password, known to whoever types it',
    of: 'practice',
    address: () => '/account',
    open: press('Activer'),
  },
  'auth/web/second-step.tsx': { why: 'a code that is another one soon, or stands on paper', told: 'second-factor' },
  'cases/web/appointment-choice.tsx': {
    why: 'an hour, beside the day that is pressed',
    on: '/cases/',
    stands: '.case__apart form',
  },
  'cases/web/period-form.tsx': {
    why: 'a filter, kept in the address',
    on: '/cases',
    stands: 'form.period',
    holds: asFilter,
  },
  'cases/web/view-rename.tsx': { why: 'a name, whose former one stands until another is kept', told: 'own-day' },
  'cases/web/staff-accept-form.tsx': {
    why: 'a day, that is proposed again',
    on: '/staff',
    stands: 'form.intake__decision',
    // The day comes by itself, and before it has come nothing is taken.
    holds: fault => !fault.startsWith('12'),
  },
  'cases/web/staff-filter-form.tsx': {
    why: 'a filter, kept in the address',
    on: '/staff/cases',
    stands: 'form:has([name=technician])',
    holds: asFilter,
  },
  'cases/web/staff-words-filter.tsx': {
    why: 'a search, kept in the address',
    on: '/staff/cases',
    stands: 'form.case-list__search',
  },
  'audit/web/subject-search.tsx': {
    why: 'a search, of a name that is typed again',
    on: '/staff/audit',
    stands: 'form:has([name=search])',
  },
  'deliveries/web/staff-scan-screen.tsx': {
    why: 'a number, that is on the label',
    on: '/staff/scan',
    stands: 'form:has([name=code])',
  },
  'feedback/web/widget.ts': {
    why: 'a foreign page in its frame, which stays when it is closed',
    unjudged: 'a practice’s own site draws it (feedback)',
  },
  'invoices/web/invoice-filters.tsx': {
    why: 'a filter, kept in the address',
    on: '/invoices',
    stands: 'form:has([name=search])',
  },
  'invoices/web/staff-billing-screen.tsx': {
    why: 'a search, kept in the address',
    on: '/staff/billing',
    stands: 'form:has([name=search])',
  },
  'invoices/web/until-form.tsx': {
    why: 'a filter, kept in the address',
    on: '/staff/billing',
    stands: 'form:has([name=until])',
    holds: asFilter,
  },
  'invoices/web/account-statement-dialog.tsx': {
    why: 'a period, of what is only read',
    of: 'staff',
    address: ({ books }) => `/staff/billing/practices/${books.practice}`,
    open: press('Relevé de compte'),
    sending: { isRead: true },
  },
  'stations/web/station-list.tsx': { why: 'a name, whose former one stands until another is kept', told: 'stations' },
  'payments/web/staff-unexpected-dialog.tsx': { why: 'one choice, found again by the same words', told: 'bank-file' },
  'invoices/web/number-dialog.tsx': { why: 'one number, said again on the telephone', told: 'books-by-telephone' },
  'materials/web/staff-materials-screen.tsx': {
    why: 'a search, kept in the address',
    on: '/staff/materials',
    stands: 'form:has([name=search])',
  },
  'notices/server/unsubscribe-page.ts': { why: 'two buttons', unjudged: 'it has no field' },
  'ordering/web/new-case-form.tsx': {
    why: 'keeps itself as a draft, and asks in words of its own: new-case-drafts.e2e.ts',
    on: '/cases/new',
    stands: 'form.new-case',
  },
  'payments/server/sandbox-page.ts': {
    why: 'buttons of a page that stands for a provider’s',
    unjudged: 'it has no field, and no practice sees it',
  },
  'privacy/web/case-readers.tsx': {
    why: 'a search, of a number that is typed again',
    on: '/staff/privacy',
    stands: 'form:has([name=code])',
  },
  'privacy/web/export-dialog.tsx': {
    why: 'a password, known to whoever types it',
    of: 'practice',
    address: () => '/account',
    open: press('Télécharger mes données'),
  },
  'traceability/web/inspection-dialog.tsx': {
    why: 'a period, of what is only read',
    of: 'staff',
    address: () => '/staff/complaints',
    open: press('Dossier d’inspection…'),
    sending: { isRead: true },
  },
  'traceability/web/product-materials.tsx': {
    why: 'a lot that is scanned again',
    on: '/staff/sheets/',
    stands: 'form.bench-scan',
  },
} satisfies Record<string, Harmless>

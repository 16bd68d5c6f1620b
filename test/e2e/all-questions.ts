// Every dialog that only asks or shows: where it opens, and how. Those with a form are in all-forms.ts and staff-forms.ts.
import type { Page } from '@playwright/test'
import { main, press } from './all-forms.ts'

type Place = {
  held: string
  late: string
  signup: string
  books: { practice: string; invoice: string; questioned: string }
  bench: { order: string; left: string; prices: string }
}
type Address = string | ((place: Place) => string)
/** What is not refused by this question: with this code, or at all. */
type Unrefused = 'not_found' | 'anything'
export type Question =
  | { of: 'practice' | 'staff'; address: Address; open: (page: Page) => Promise<void>; unrefused?: Unrefused }
  | { /** In the test that tells its story, where it stands for a moment alone. */ told: string }
  | { /** By none of its own, and why. */ unjudged: string }

const ofPractice = (address: Address, ...names: (string | RegExp)[]): Question => ({
  of: 'practice',
  address,
  open: press(...names),
})
const ofStaff = (address: Address, ...names: (string | RegExp)[]): Question => ({
  of: 'staff',
  address,
  open: press(...names),
})
const pressKeys = (keys: string) => async (page: Page) => {
  await main(page).focus()
  await page.keyboard.press(keys)
}

const opensOthers = 'it opens those of others, which are in the tables themselves'

export const allQuestions = {
  'app/portal/case-entries.tsx': { unjudged: opensOthers },
  'app/portal/portal-palette.tsx': { unjudged: opensOthers },
  'absences/web/absence-removal.tsx': ofPractice('/absences', /^Supprimer l’absence du 3/),
  'absences/web/series-dialog.tsx': { told: 'absences' },
  'account/web/act-dialog.tsx': ofStaff('/staff/team', /^Actions pour .*Durand$/, 'Retirer l’invitation…'),
  'account/web/access-dialogs.tsx': { unjudged: opensOthers },
  'account/web/apply-dialog.tsx': ofStaff('/staff/account-changes', /^Appliquer pour/),
  'account/web/keep-out-dialog.tsx': ofStaff('/staff/team', /^Actions pour .*Durand$/, 'Fermer l’accès…'),
  'account/web/link-dialog.tsx': ofStaff('/staff/team', /^Actions pour .*Durand$/, 'Copier le lien…'),
  'account/web/withdrawal-dialog.tsx': ofPractice('/account', /^Retirer la demande/),
  'attachments/web/file-list.tsx': { told: 'attachments' },
  'attachments/web/file-viewer.tsx': { told: 'viewer' },
  'auth/web/passkey-dialogs.tsx': ofPractice('/account', /^Retirer : /),
  'auth/web/recovery-codes-dialog.tsx': { told: 'second-factor' },
  'auth/web/sign-in-again.tsx': { told: 'sign-in-again' },
  'auth/web/session-list.tsx': ofPractice('/account', 'Déconnecter tous les autres appareils'),
  'calendar/web/calendar-dialog.tsx': ofPractice('/dashboard', 'Dans mon agenda'),
  'calendar/web/closed-days.tsx': ofStaff('/staff/settings/calendar', /^Rouvrir le/),
  'cases/web/cancel-dialog.tsx': { told: 'case-actions' },
  'cases/web/views-list.tsx': { told: 'own-day' },
  'catalogue/web/product-history.tsx': {
    of: 'staff',
    address: '/staff/settings/catalogue',
    open: async page => {
      await page
        .getByRole('button', { name: /^Actions pour Couronne/ })
        .first()
        .click()
      await press('Ce qu’il a été…')(page)
    },
  },
  'colleagues/web/disabling-dialog.tsx': ofPractice(
    '/account/colleagues',
    /^Actions pour .*Zoé Lemoine/,
    'Désactiver…',
  ),
  'colleagues/web/withdrawal-dialog.tsx': ofPractice(
    '/account/colleagues',
    /^Actions pour .*Inès/,
    'Retirer l’invitation…',
  ),
  // It waits on the device until it can be sent.
  'deliveries/web/nobody-dialog.tsx': { ...ofStaff('/staff/deliveries', /^Absent, /), unrefused: 'anything' },
  'deliveries/web/not-received-dialog.tsx': { told: 'own-day' },
  'imports/web/import-list.tsx': { told: 'imports' },
  'integration/web/ending-dialog.tsx': ofStaff('/staff/programs', /^Actions pour Dentalsoft/, 'Retirer…'),
  'integration/web/new-key-dialog.tsx': ofStaff('/staff/programs', /^Actions pour Dentalsoft/, 'Nouvelle clé…'),
  'integration/web/secret-dialog.tsx': { told: 'programs' },
  'invoices/web/open-pro-formas.tsx': { told: 'billing' },
  'invoices/web/piece-acts.tsx': ofStaff(({ books }) => `/staff/invoices/${books.questioned}`, 'La retirer'),
  'invoices/web/run-dialog.tsx': ofStaff('/staff/billing', /^Facturer/),
  'kit/web/unsaved-question.tsx': { told: 'leaving' },
  'notices/web/staff-mails-screen.tsx': { unjudged: 'a mail to read, with nothing to press but what closes it' },
  // What is gone already is what was wanted.
  'ordering/web/draft-removal.tsx': {
    ...ofPractice('/cases/drafts', /^Supprimer le brouillon .*P-0002/),
    unrefused: 'not_found',
  },
  'ordering/web/last-look.tsx': { told: 'new-case-holes' },
  'ordering/web/leave-question.tsx': { told: 'new-case-drafts' },
  'ordering/web/save-template.tsx': ofPractice('/cases/new', 'Autres actions', 'Enregistrer comme modèle'),
  'ordering/web/staff-look.tsx': { told: 'staff-new-case' },
  'ordering/web/start-from.tsx': ofPractice('/cases/new', 'Partir de…'),
  'ordering/web/start-over.tsx': { told: 'new-case-drafts' },
  'ordering/web/templates.tsx': {
    of: 'practice',
    address: '/cases/new',
    open: async page => {
      const template = page.getByRole('button', { name: 'Actions sur le modèle Mes couronnes' })
      if (!(await template.isVisible())) await press('Partir de…')(page)
      await template.click()
      await press(/^Supprimer$/)(page)
    },
  },
  'palette/web/command-palette.tsx': { of: 'practice', address: '/dashboard', open: pressKeys('Control+k') },
  'palette/web/shortcuts-dialog.tsx': { of: 'practice', address: '/dashboard', open: pressKeys('?') },
  'stations/web/station-list.tsx': { told: 'stations' },
  'payments/web/staff-withdraw-dialog.tsx': ofStaff('/staff/transfers', /^Retirer le virement/),
  'practices/web/access-question.tsx': ofStaff(
    ({ books }) => `/staff/practices/${books.practice}`,
    'Fermer l’accès à tous…',
  ),
  'prices/web/file-dialog.tsx': ofStaff(
    ({ bench }) => `/staff/settings/prices/${bench.prices}`,
    /^Plus$/,
    'Reprendre d’un fichier…',
  ),
  'prices/web/practices-card.tsx': ofStaff(
    ({ bench }) => `/staff/settings/prices/${bench.prices}`,
    /^Retirer .* de la grille/,
  ),
  'prices/web/staff-price-list-screen.tsx': ofStaff(
    ({ bench }) => `/staff/settings/prices/${bench.prices}`,
    /^Plus$/,
    'Supprimer…',
  ),
  'privacy/web/decision-dialogs.tsx': ofStaff('/staff/privacy', /^Effacer .*Zoé/),
  'privacy/web/erasure-dialog.tsx': ofPractice('/account', 'Demander l’effacement de mes données'),
  'privacy/web/patient-dialog.tsx': { told: 'privacy' },
  'privacy/web/retention.tsx': ofStaff('/staff/privacy', 'Modifier la durée de conservation des noms de patients'),
  'rides/web/cancel-ride.tsx': ofPractice('/rides', /^Annuler la collecte/),
  'staff/web/team-security.tsx': {
    of: 'staff',
    address: '/staff/team',
    open: page => main(page).getByText('Exiger la vérification en deux étapes').click(),
  },
  'supplies/web/supplies-screen.tsx': ofPractice('/supplies', /^Annuler la demande/),
  'traceability/web/lot-removal.tsx': { told: 'sheets' },
  // It leads on to what is sent.
  'traceability/web/unsigned-dialog.tsx': {
    ...ofStaff('/staff/shipping', 'Autres actions pour TODAY', 'Avec un transporteur…'),
    unrefused: 'anything',
  },
} satisfies Record<string, Question>

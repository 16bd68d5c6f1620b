import type { Endpoint } from '#kit/contract.ts'

const anId = '00000000-0000-4000-8000-000000000001'

/**
 * A whole body for each call that takes one, for the tests that walk all of them: they would prove nothing with bodies
 * that are refused before anybody asks who sends them.
 */
const bodies: Record<string, object> = {
  'POST /auth': { login: 'nobody', password: 'nothing' },
  'POST /auth/second-factor': { challenge: 'x'.repeat(43), code: '123456' },
  'PATCH /api/account/personal-information': { phone: '06 99 00 12 34' },
  'PATCH /api/account/contact-information': { mobile: '06 99 00 12 34' },
  'PATCH /api/account/delivery-instruction': { deliveryInstruction: 'Sonner à l’interphone' },
  'POST /api/account': {
    firstName: 'Paul',
    lastName: 'Roux',
    email: 'paul@cabinet.test',
    accountType: 'doctor',
    isPracticeDoctor: false,
  },
  'POST /api/account/colleagues/:id/address': { email: 'c@cabinet.example' },
  'PATCH /api/account/colleagues/:id': { accountType: 'doctor', isPracticeDoctor: true },
  'PATCH /api/account/language': { language: 'fr' },
  'POST /api/account/password': { currentPassword: 'nothing', newPassword: 'Trois mésanges sur 1 fil ?' },
  'POST /api/account/second-factor': { password: 'nothing' },
  'POST /api/account/second-factor/confirmation': { code: '123456' },
  'POST /api/account/second-factor/removal': { password: 'nothing' },
  'POST /api/account/second-factor/recovery-codes': { password: 'nothing' },
  'POST /api/account/export': { currentPassword: 'nothing' },
  'POST /api/account/practice-export': { currentPassword: 'nothing' },
  'POST /api/passkeys/sign-in': {
    id: 'A'.repeat(43),
    clientDataJSON: 'e30',
    authenticatorData: 'A'.repeat(50),
    signature: 'A'.repeat(96),
    userHandle: 'A'.repeat(22),
  },
  'POST /api/account/passkeys/challenge': {},
  'POST /api/account/passkeys': {
    id: 'A'.repeat(43),
    clientDataJSON: 'e30',
    attestationObject: 'oA',
    transports: ['internal'],
  },
  'PATCH /api/account/passkeys/:id': { name: 'Poste de l’accueil' },
  'POST /api/password-resets': { login: 'nobody' },
  'POST /api/password-resets/look': { token: 'x'.repeat(43) },
  'POST /api/password-resets/confirm': { token: 'x'.repeat(43), password: 'Trois mésanges sur 1 fil ?' },
  'PATCH /api/account/notices': { ways: { message: 'never' } },
  'POST /api/orders/:id/read': { news: 1 },
  'POST /api/csp-reports': {},
  'POST /api/signup': {
    rppsSiretSiren: '73282932000074',
    title: 'Dr',
    lastName: 'Martin',
    firstName: 'Claire',
    gender: 'female',
    address: '12 rue des Lilas',
    postalCode: '75011',
    city: 'Paris',
    country: 'FR',
    phone: '01 23 45 67 89',
    email1Label: 'doctor',
    email1: 'claire@cabinet-martin.example',
  },
  'POST /api/staff/practices': { name: 'Cabinet', firstName: 'Claire', lastName: 'Martin', email: 'c@cabinet.example' },
  'POST /api/staff/people/:id/address': { email: 'c@cabinet.example' },
  'POST /api/staff/people/:id/access': { isDisabled: true },
  'POST /api/staff/team': { firstName: 'Paul', lastName: 'Durand', email: 'p@labo.example', role: 'driver' },
  'POST /api/staff/team/:id/address': { email: 'p@labo.example' },
  'POST /api/staff/team/security': { isSecondFactorDemanded: true },
  'POST /api/staff/team/:id/role': { role: 'driver' },
  'POST /api/staff/team/:id/access': { isDisabled: true },
  'POST /api/staff/signup-requests/:id/approve': { practiceName: 'Cabinet Martin' },
  'POST /api/staff/signup-requests/:id/join': { practiceId: anId, role: 'doctor' },
  'POST /api/staff/signup-requests/:id/refuse': { reason: 'Hors de notre tournée' },
  'POST /api/orders': {
    patientCode: 'P-1',
    printType: 'optical',
    products: [{ reference: 'COU-01', quantity: 1, teeth: [26], shade: 'A2' }],
  },
  'POST /api/orders/promise': { printType: 'optical', products: [{ reference: 'COU-01' }] },
  'PUT /api/order-draft': { content: { patientCode: 'P-1' }, follows: 0 },
  'POST /api/order-templates': { name: 'Couronne', content: { printType: 'optical' } },
  'PATCH /api/order-templates/:id': { name: 'Couronne zircone' },
  'POST /api/orders/:id/hold-answer': { answer: 'go_ahead' },
  'POST /api/orders/:id/problems': { kind: 'fit', description: 'Ne descend pas', remake: false },
  'POST /api/orders/:id/messages': { body: 'Bonjour' },
  'POST /api/feedback': { body: 'Très pratique' },
  'POST /api/absences': { from: '2099-03-02', to: '2099-03-06', deliveryPossible: false },
  'POST /api/rides': { date: '2099-03-02', shift: 'AM' },
  'POST /api/supply-orders': { supplies: [{ name: 'labels', quantity: 1 }] },
  'POST /api/payments': { invoiceIds: ['018f3b7a-0000-7000-8000-000000000000'], mode: 'transfer', amountCents: 100 },
  'POST /api/staff/payments/:id/refunds': { amountCents: 100, key: '018f3b7a-0000-7000-8000-000000000000' },
  'POST /api/staff/transfers/received': {
    received: [
      {
        paymentId: '018f3b7a-0000-7000-8000-000000000000',
        key: '0'.repeat(64),
        amountCents: 100,
        bookedOn: '2026-11-20',
      },
    ],
  },
  'POST /api/staff/account-changes/:id/apply': { version: 'x' },
  'POST /api/staff/account-changes/:id/refuse': { version: 'x', reason: 'Adresse inconnue' },
  'POST /api/staff/erasures/:id/refuse': { reason: 'Une facture est encore due' },
  'POST /api/staff/rides/:id/status': { status: 'confirmed' },
  'POST /api/staff/supply-orders/:id/status': { status: 'prepared' },
  'POST /api/staff/orders/:id/status': { status: 'in_preparation' },
  'PUT /api/staff/orders/:id/materials': { products: [{ caseSequence: 1, materials: [] }] },
  'POST /api/staff/orders/:id/statement': {},
  'POST /api/invoices/:id/answer': { answer: 'approve' },
  'POST /api/staff/invoices': { practiceId: anId, orderIds: [anId], type: 'invoice' },
  'POST /api/staff/invoices/:id/credit': { reason: 'Erreur' },
  'POST /api/staff/invoices/:id/decision': { decision: 'withdraw' },
  'PUT /api/staff/billing/reminders': { most: 2, firstAfterDays: 7, everyDays: 14 },
  'POST /api/staff/invoices/:id/confirm': {},
  'POST /api/staff/invoices/:id/set-against': { invoiceIds: [anId] },
  'POST /api/staff/initial-balances': { practiceId: anId, amountCents: 100 },
  'POST /api/staff/payments': { practiceId: anId, amountCents: 100, receivedOn: '2026-01-01' },
  'POST /api/staff/billing/runs': { until: '2026-01-31' },
  'PUT /api/staff/billing/cases/:id/prices': { prices: [{ caseSequence: 1, unitPriceCents: 100, vat: 'exempt' }] },
  'PUT /api/staff/billing/settings': {
    legalName: 'Laboratoire SARL',
    siren: '732829320',
    siret: '',
    vatRegime: 'exempt_work',
    vatNumber: '',
    legalMention: '',
    address: '',
    postalCode: '',
    city: '',
    electronicAddress: '',
    iban: '',
    bic: '',
    paymentDays: 30,
    splitsVat: false,
    asksApproval: false,
    penaltyNote: 'Pénalités',
    recoveryNote: 'Indemnité',
    discountNote: 'Pas d’escompte',
    version: '',
  },
  'POST /api/staff/orders/:id/messages': { body: 'Bonjour' },
}

/** Of the laboratory's side; all others are a practice's, or everybody's. */
export const isForStaff = ({ path }: Endpoint) => path.startsWith('/api/staff/')

/** A file, where the call takes one; nothing where it takes nothing. Throws for a call that this list does not know. */
export function bodyFor({ method, path, body, upload }: Endpoint): object | undefined {
  if (upload) {
    const form = new FormData()
    form.set(upload, new File(['%PDF-1.4\n%%EOF\n'], 'page.pdf'))
    return form
  }
  if (!body) return undefined
  const known = bodies[`${method} ${path}`]
  if (!known) throw new Error(`No body for ${method} ${path}: add one to test/bodies.ts`)
  return known
}

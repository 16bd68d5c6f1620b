import { roles } from '#features/colleagues/text/en.ts'
import type { RefusalOf } from '#kit/contract.ts'
import type { staffPracticeCalls } from '../contract.ts'
import { longestName } from '../input.ts'

const tooLong = `Use at most ${longestName} characters.`

type Refusal =
  | RefusalOf<typeof staffPracticeCalls.setAccess>
  | RefusalOf<typeof staffPracticeCalls.add>
  | RefusalOf<typeof staffPracticeCalls.setRole>
  | RefusalOf<typeof staffPracticeCalls.correct>
  | RefusalOf<typeof staffPracticeCalls.withdraw>
  | RefusalOf<typeof staffPracticeCalls.takeSecondFactorAway>

export const en = {
  title: 'Practices',
  description: 'Who is a customer, and who of them may come in.',
  add: 'New practice',
  search: 'Search for a practice',
  searchHint: 'Name, place or person',
  columns: { name: 'Practice', people: 'People' },
  nobody: 'Nobody yet',
  empty: { title: 'No practice yet', description: 'Make the first one, or wait for its request for an account.' },
  many: (most: number) => `The first ${most} are shown: search for the others.`,
  notFound: { title: 'No practice found', description: 'Check the words you search for.' },
  clear: 'Clear the search',
  failed: 'The practices could not be loaded',
  roles,
  refusals: {
    not_waiting: 'This person has chosen a password already, or is kept out.',
    login_taken: 'Somebody signs in with this e‑mail address already.',
    person_named: 'Cases name this person already: keep them out instead.',
    second_factor_off: 'This person has no two-step verification: the password is enough.',
    last_manager: 'This is the only manager of the practice who can come in: make somebody else a manager first.',
    practice_disabled: 'Everybody of this practice is kept out: let the practice in again first.',
  } satisfies Record<Refusal, string>,
  page: {
    failed: 'The practice could not be loaded',
    closed: 'Kept out',
    change: 'Change',
    books: 'Its account and invoices',
    disable: 'Keep everybody out…',
    enable: 'Let them in again…',
    details: 'Practice',
    address: 'Address',
    deliveredTo: 'Delivery address',
    vatNumber: 'VAT number',
    phone: 'Telephone',
    deliveryInstruction: 'Delivery instructions',
    round: 'Driver’s round',
    balance: 'Balance',
    deliveryDays: 'Rounds on',
    openingDays: 'Sees patients on',
    place: 'Prices…',
    merge: 'Merge with another practice…',
    merged: 'Has taken over',
    mergedBy: (name: string, day: string, by: string) => `${name}, on ${day} (${by})`,
    prices: 'Prices',
    catalogue: 'Prices of the catalogue',
    from: (day: string) => `(from ${day})`,
    none: 'None',
    noNumber: 'None',
    nobody:
      'Nobody yet: nobody there reads what you write, or orders. Invite somebody once you have an e‑mail address.',
    people: 'People',
    invite: 'Invite a person…',
    inviteAll: (count: number) => (count === 1 ? 'Invite the person not invited' : `Invite the ${count} not invited`),
    allInvited: (count: number) => (count === 1 ? 'One invitation is sent' : `${count} invitations are sent`),
    changeRole: 'Change the role…',
    figures: 'Delivered in the last 90 days',
    delivered: 'Cases delivered',
    onTime: 'On time',
    remade: 'Remade since',
    share: (count: string, percent: string) => `${count} (${percent})`,
    inviting: {
      title: (name: string) => `Invite a person of ${name}`,
      description: 'They are mailed a link with which to choose a password.',
      submit: 'Invite',
      done: (name: string) => `${name} is invited`,
    },
    notDone: 'Not done',
  },
  form: {
    title: 'New practice',
    description: 'Its manager is invited by e‑mail and signs in with this address.',
    handedOver: 'No e‑mail goes out: you hand its manager a link, who signs in with this address.',
    isOnPaper: 'It orders on paper or by telephone: nobody uses the portal for now',
    onPaper: 'You enter its work yourself; somebody can be invited later, from its page.',
    submitOnPaper: 'Create the practice',
    optional: '(optional)',
    more: 'Address, number and telephone',
    fields: {
      name: 'Name of the practice',
      rppsSiretSiren: 'RPPS, SIRET or SIREN number',
      address: 'Address',
      postalCode: 'Postcode',
      city: 'City',
      country: 'Country',
      phone: 'Telephone',
      title: 'Title of the manager',
      firstName: 'First name of the manager',
      lastName: 'Last name of the manager',
      email: 'E‑mail address of the manager',
      language: 'Language',
    },
    languages: { fr: 'French', en: 'English' },
    required: 'Fill in this field.',
    tooLong,
    mail: 'Enter an e‑mail address like name@practice.com.',
    submit: 'Create and invite',
    failed: 'The practice was not created',
    done: (name: string) => `${name} is a customer now`,
    refusals: {
      login_taken: 'Somebody signs in with this e‑mail address already.',
    } satisfies Record<RefusalOf<typeof staffPracticeCalls.create>, string>,
  },
}

export type PracticesText = typeof en

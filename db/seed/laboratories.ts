import type { Language } from '#kit/language.ts'
import type { AbsenceSeed } from './calendar.ts'
import { brokenDeliveryTimes, type CutOffSeed, emailDeliveryTimes, ivoireDeliveryTimes } from './delivery-times.ts'

type UserSeed = {
  login: string
  title: string
  firstName: string
  lastName: string
  accountType?: 'manager' | 'doctor'
  isDLCPM?: boolean
  isPracticeDoctor?: boolean
  /** Of staff. */
  role?: 'administrator' | 'production' | 'accounting' | 'driver'
  /** Whether cases name this user as the one who prescribed. */
  prescribes?: boolean
  /** Printed beside the account when the application has started; users without a note are only there to be named. */
  note?: string
}
type PracticeSeed = {
  name: string
  address: string
  postalCode: string
  city: string
  phone: string
  mailDomain: string
  /** What the driver has to know. */
  deliveryInstruction?: string
  /** 1 is Monday. */
  deliveryDays: readonly number[]
  /** On which it sees patients. */
  openingDays: readonly number[]
  absences: readonly AbsenceSeed[]
  cases: number
  users: readonly UserSeed[]
}
export type LaboratorySeed = {
  /** Names the images, and seeds what is drawn at random. */
  key: string
  companyName: string
  phone: string
  address: string
  postalCode: string
  city: string
  mailDomain: string
  hosts: readonly string[]
  language: Language
  colors: Record<
    'primary' | 'primary_foreground' | 'secondary' | 'secondary_foreground' | 'card_foreground' | 'ring' | 'border',
    string
  >
  hasImages: boolean
  /** Where its feedback widget comes from, if it has one. */
  deliveryTimeInformation: unknown
  /** By which its delivery times are written. */
  cutOffs: CutOffSeed
  practices: readonly PracticeSeed[]
  staff: readonly UserSeed[]
}

export const teal = {
  primary: '#006d6f',
  primary_foreground: '#ffffff',
  secondary: '#e4f1f1',
  secondary_foreground: '#0b4f50',
  card_foreground: '#17212b',
  ring: '#289b9d',
  border: '#dde3e6',
}
const ivory = {
  primary: '#8c4a24',
  primary_foreground: '#fffaf3',
  secondary: '#f7eadb',
  secondary_foreground: '#6b3717',
  card_foreground: '#2b2019',
  ring: '#c47b45',
  border: '#e9dfd3',
}

const emailCutOffs: CutOffSeed = { am: { days: 0, time: '08:00' }, pm: { days: 0, time: '13:00' } }
const ivoireCutOffs: CutOffSeed = { am: { days: 0, time: '08:30' }, pm: { days: 0, time: '12:00' } }

/** Telephone numbers are from the ranges that no subscriber has. */
export const laboratories: readonly LaboratorySeed[] = [
  {
    key: 'email',
    companyName: 'Laboratoire Émail',
    phone: '01 99 00 12 30',
    address: '36 rue de Charonne',
    postalCode: '75011',
    city: 'Paris',
    mailDomain: 'laboratoire-email.example',
    hosts: ['localhost', '127.0.0.1'],
    language: 'fr',
    colors: teal,
    hasImages: true,
    deliveryTimeInformation: emailDeliveryTimes(emailCutOffs),
    cutOffs: emailCutOffs,
    practices: [
      {
        name: 'Cabinet des Lilas',
        address: '18 rue de Paris',
        postalCode: '93260',
        city: 'Les Lilas',
        phone: '01 99 00 45 12',
        mailDomain: 'cabinet-des-lilas.example',
        deliveryInstruction: 'Code 24B7, deuxième étage. Entre midi et deux, sonner chez la gardienne.',
        deliveryDays: [1, 2, 3, 4, 5],
        openingDays: [1, 2, 3, 4, 5],
        absences: [
          { week: -6, from: 1, to: 5, isDeliveryPossible: false },
          { week: 4, from: 1, to: 5, isDeliveryPossible: false },
          { week: 9, from: 3, to: 6, isDeliveryPossible: true },
        ],
        // The one with the accounts is the large one: every tab has pages, and filters have something to do.
        cases: 400,
        users: [
          {
            login: 'manager',
            title: 'Mme',
            firstName: 'Nathalie',
            lastName: 'Roussel',
            accountType: 'manager',
            note: 'manager of Cabinet des Lilas, 400 cases',
          },
          {
            login: 'doctor',
            title: 'Dr',
            firstName: 'Claire',
            lastName: 'Martin',
            prescribes: true,
            note: 'doctor in the same practice',
          },
          {
            login: 'practice-doctor',
            title: 'Dr',
            firstName: 'Karim',
            lastName: 'Benali',
            isPracticeDoctor: true,
            prescribes: true,
            note: 'practice doctor: no absences, no invoices',
          },
          {
            login: 'dlcpm',
            title: 'Mme',
            firstName: 'Inès',
            lastName: 'Moreau',
            isDLCPM: true,
            note: 'DLCPM: no new cases, no choice of language',
          },
        ],
      },
      {
        name: 'Centre dentaire du Canal',
        address: '4 quai de Jemmapes',
        postalCode: '75010',
        city: 'Paris',
        phone: '01 99 00 61 07',
        mailDomain: 'centre-du-canal.example',
        deliveryDays: [1, 3, 5],
        openingDays: [1, 2, 3, 4, 5, 6],
        absences: [{ week: 2, from: 4, to: 5, isDeliveryPossible: true }],
        cases: 40,
        users: [{ login: 'canal-doctor', title: 'Dr', firstName: 'Hugo', lastName: 'Perrin', prescribes: true }],
      },
      {
        name: 'Cabinet du Dr Lemaître',
        address: '27 avenue Jean-Jaurès',
        postalCode: '92120',
        city: 'Montrouge',
        phone: '01 99 00 88 40',
        mailDomain: 'cabinet-lemaitre.example',
        deliveryDays: [2, 5],
        openingDays: [1, 2, 4, 5],
        absences: [{ week: 3, from: 1, to: 6, isDeliveryPossible: false }],
        cases: 2,
        users: [{ login: 'lemaitre', title: 'Dr', firstName: 'Agnès', lastName: 'Lemaître', prescribes: true }],
      },
    ],
    staff: [
      {
        login: 'staff',
        title: 'M.',
        firstName: 'Julien',
        lastName: 'Fabre',
        role: 'administrator',
        note: 'staff of the laboratory: administrator',
      },
      {
        login: 'production',
        title: 'Mme',
        firstName: 'Nadia',
        lastName: 'Kessler',
        role: 'production',
        note: 'staff: production',
      },
      {
        login: 'accounting',
        title: 'Mme',
        firstName: 'Odile',
        lastName: 'Garnier',
        role: 'accounting',
        note: 'staff: accounting',
      },
      { login: 'driver', title: 'M.', firstName: 'Bruno', lastName: 'Meyer', role: 'driver', note: 'staff: driver' },
    ],
  },
  {
    key: 'ivoire',
    companyName: 'Atelier Ivoire',
    phone: '04 65 71 20 40',
    address: '14 rue Barla',
    postalCode: '06300',
    city: 'Nice',
    mailDomain: 'atelier-ivoire.example',
    hosts: ['ivoire.localhost'],
    language: 'en',
    colors: ivory,
    hasImages: true,
    // As text, the other form that the specification allows.
    deliveryTimeInformation: JSON.stringify(ivoireDeliveryTimes(ivoireCutOffs)),
    cutOffs: ivoireCutOffs,
    practices: [
      {
        name: 'Riviera Dental Practice',
        address: '9 boulevard Albert-Ier',
        postalCode: '06600',
        city: 'Antibes',
        phone: '04 65 71 33 18',
        mailDomain: 'riviera-dental.example',
        deliveryInstruction: 'Ring twice; after six o’clock leave it with the pharmacy next door.',
        deliveryDays: [1, 3, 5],
        openingDays: [1, 2, 3, 4, 5],
        absences: [{ week: 5, from: 1, to: 4, isDeliveryPossible: false }],
        cases: 40,
        users: [
          {
            login: 'manager',
            title: 'Dr',
            firstName: 'Emma',
            lastName: 'Clarke',
            accountType: 'manager',
            note: 'manager of Riviera Dental Practice, 40 cases, in English',
          },
          {
            login: 'doctor',
            title: 'Dr',
            firstName: 'James',
            lastName: 'Whitfield',
            prescribes: true,
            note: 'doctor in the same practice',
          },
        ],
      },
      {
        name: 'Cabinet Masséna',
        address: '3 rue de la Liberté',
        postalCode: '06000',
        city: 'Nice',
        phone: '04 65 71 47 52',
        mailDomain: 'cabinet-massena.example',
        deliveryDays: [1, 2, 3, 4, 5],
        openingDays: [1, 2, 3, 4, 5],
        absences: [],
        cases: 2,
        users: [],
      },
    ],
    staff: [
      {
        login: 'staff',
        title: 'Dr',
        firstName: 'Chiara',
        lastName: 'Rossi',
        role: 'administrator',
        note: 'staff of the laboratory: administrator',
      },
    ],
  },
  {
    key: 'broken',
    companyName: 'Laboratoire Mistral',
    phone: '04 65 71 90 90',
    address: '52 rue de la République',
    postalCode: '13002',
    city: 'Marseille',
    mailDomain: 'laboratoire-mistral.example',
    hosts: ['broken.localhost'],
    language: 'fr',
    colors: teal,
    hasImages: false,
    deliveryTimeInformation: brokenDeliveryTimes,
    cutOffs: { am: { days: 1, time: '17:00' }, pm: { days: 0, time: '12:00' } },
    practices: [],
    staff: [],
  },
]

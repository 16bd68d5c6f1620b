import type { RefusalOf } from '#kit/contract.ts'
import type { signupCalls } from '../contract.ts'
import { type choices, longest } from '../input.ts'

type Labels<List extends keyof typeof choices> = Partial<Record<(typeof choices)[List][number], string>>

const tooLong = (most: number) => `Use at most ${most} characters.`

export const en = {
  title: 'Create an account',
  /** Promises no mail, because whether the portal sends any is known only once the request has been sent. */
  description: (company: string) => `${company} looks at your request, and opens the portal to you.`,
  signup: {
    success: 'Your request has been sent',
    next: (company: string, address: string) =>
      `${company} looks at it and writes to ${address}. You then choose a password and sign in here.`,
    nextByHand: (company: string) =>
      `${company} looks at it. This portal sends no e‑mail: the laboratory hands you the link with which you choose a password and sign in here.`,
  },
  required: 'Fill in every field unless it says “optional”.',
  optional: '(optional)',
  parts: { person: 'You', practice: 'Your practice', emails: 'E‑mail addresses', more: 'To know you better' },
  fields: {
    rppsSiretSiren: 'RPPS, SIRET or SIREN number',
    title: 'Title',
    lastName: 'Last name',
    firstName: 'First name',
    gender: 'Gender',
    address: 'Address',
    postalCode: 'Postcode',
    city: 'City',
    country: 'Country',
    phone: 'Telephone',
    mobile: 'Mobile',
    lunchBreakHours: 'Lunch break',
    weeklyClosure: 'Closed on',
    email1Label: 'Whose address is it?',
    email1: 'E‑mail address',
    email2Label: 'Whose is the second one?',
    email2: 'Second e‑mail address',
    discoverySource: 'How did you hear of us?',
    cameraModel: 'Intraoral camera',
    additionalComment: 'Comment',
  },
  hints: {
    rppsSiretSiren: '11 digits for an RPPS, 14 for a SIRET, 9 for a SIREN',
    email1: 'You sign in with it.',
    lunchBreakHours: 'For example: 12:30 to 14:00',
    weeklyClosure: 'For example: Wednesday afternoon',
    choice: 'Choose from the list, or type something else.',
  },
  other: (words: string) => `“${words}” is sent as you have typed it.`,
  found: (count: number) => (count === 1 ? '1 suggestion' : `${count} suggestions`),
  identifier: {
    right: {
      rpps: 'This has the form of an RPPS number.',
      siren: 'This is a valid SIREN.',
      siret: 'This is a valid SIRET.',
    },
    faults: {
      siren: 'This looks like a SIREN (9 digits), but its last digit does not fit the others.',
      siret: 'This looks like a SIRET (14 digits), but its last digit does not fit the others.',
      sirenOfSiret: 'This looks like a SIRET (14 digits), but its first 9 digits are no SIREN.',
      letters: 'RPPS, SIRET and SIREN numbers have digits only.',
      length: 'This is no RPPS (11 digits), SIRET (14) or SIREN (9).',
    },
    anyway: 'Check it; you can also send it as it is.',
  },
  phone: {
    missing: 'Digits are missing: nobody can call this number.',
    ten: 'A French number has 10 digits.',
    anyway: 'Check it; you can also send it as it is.',
    asked: 'Nobody can call this number. Correct it, or send once more to leave it as it is.',
  },
  choices: {
    gender: { male: 'Male', female: 'Female', other: 'Other' } satisfies Labels<'gender'>,
    emailLabel: {
      doctor: 'Doctor',
      assistant: 'Assistant',
      reception: 'Reception',
      accounting: 'Accounting',
      personnel: 'Personal',
      professional: 'Professional',
      direction: 'Management',
    } satisfies Labels<'emailLabel'>,
    discoverySource: {
      colleague: 'A colleague',
      patient: 'A patient',
      internet: 'Internet',
      social: 'Social networks',
      google: 'Google',
      brand: 'A brand or a supplier',
      mail: 'A letter or an e‑mail',
      telephone: 'A telephone call',
    } satisfies Labels<'discoverySource'>,
  },
  faults: {
    required: 'Fill in this field.',
    mail: 'Enter an e‑mail address like name@practice.com.',
    identifier: tooLong(longest.identifier),
    choice: tooLong(longest.choice),
    name: tooLong(longest.name),
    address: tooLong(longest.address),
    postalCode: tooLong(longest.postalCode),
    phone: tooLong(longest.phone),
    hours: tooLong(longest.hours),
    comment: tooLong(longest.comment),
  },
  refusals: {
    signup_too_often:
      'Too many requests have been sent from your network today. Call the laboratory, or try again later.',
  } satisfies Record<RefusalOf<typeof signupCalls.request>, string>,
  submit: 'Send my request',
  /** Precedes the names of the missing required fields. */
  missing: 'Still to fill in:',
  hasAccount: 'Already a client?',
  signIn: 'Sign in',
}

export type SignupText = typeof en

import type { Language } from '#kit/language.ts'
import type { Audience } from '#tenancy/audience.ts'
import { type StaffRole, staffRoles } from '#tenancy/rights.ts'

/**
 * Placeholders in a shell until the server knows the laboratory. The phone's are digits, because `tel:` addresses drop
 * other characters.
 */
export const shellPlaces = {
  companyName: '@company-name@',
  companyLogo: '/@company-logo@',
  clientServicePhone: '0000001234500000',
  initial: 'C',
} as const

/** Groups of users who see different things: each has first pictures of its own, which contain nothing they may not see. */
const onlookers = {
  practice: ['manager', 'managerOfDlcpm', 'doctor', 'doctorOfDlcpm', 'practiceDoctor', 'practiceDoctorOfDlcpm'],
  staff: staffRoles,
} as const satisfies Record<Audience, readonly string[]>
export type Onlooker = (typeof onlookers)[Audience][number]
export const onlookersOf = (audience: Audience): readonly Onlooker[] => onlookers[audience]

/** The group for unknown users: the one that sees the least; for staff, also for roles that this release does not know. */
export const anyOnlooker: Record<Audience, Onlooker> = { practice: 'practiceDoctorOfDlcpm', staff: 'accounting' }

type Member = { accountType: 'manager' | 'doctor' | null; isDLCPM: boolean; isPracticeDoctor: boolean }

/** The claims a token of this group has. */
export const claimsOf = (onlooker: Onlooker): Member | { role: StaffRole } => {
  const role = staffRoles.find(role => role === onlooker)
  if (role) return { role }
  return {
    accountType: onlooker.startsWith('manager') ? 'manager' : 'doctor',
    isDLCPM: onlooker.endsWith('OfDlcpm'),
    isPracticeDoctor: onlooker.startsWith('practiceDoctor'),
  }
}

export const onlookerOf = ({ role, accountType, isDLCPM, isPracticeDoctor }: Member & { role: StaffRole | null }) => {
  if (role) return role
  const kind = isPracticeDoctor ? 'practiceDoctor' : (accountType ?? 'doctor')
  return isDLCPM ? (`${kind}OfDlcpm` as const) : kind
}

/** `onlooker`: null where the screen is seen before anybody signs in. */
export type ShellChoice = {
  picture: string
  language: Language
  hasLogo: boolean
  sidebarOpen: boolean
  onlooker: Onlooker | null
}

export const shellFile = ({ picture, language, hasLogo, sidebarOpen, onlooker }: ShellChoice) =>
  `${[picture, language, hasLogo ? 'logo' : 'initial', ...(sidebarOpen ? [] : ['rail']), onlooker ?? []].flat().join('-')}.html`

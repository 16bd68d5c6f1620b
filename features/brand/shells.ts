import type { Language } from '#kit/language.ts'
import type { Audience } from '#tenancy/audience.ts'
import type { StaffRole } from '#tenancy/rights.ts'

/** What stands in a shell until the server knows the laboratory. Digits, or the address of a call would lose them. */
export const shellPlaces = {
  companyName: '@company-name@',
  companyLogo: '/@company-logo@',
  clientServicePhone: '0000001234500000',
  initial: 'C',
} as const

/** Those who may not see the same: each has first pictures of their own, in which nothing stands that they may not see. */
const onlookers = {
  practice: ['member', 'dlcpm', 'practiceDoctor', 'practiceDoctorOfDlcpm'],
  // One for all of them, as for a role that this release does not know (features/auth/web/token.ts).
  staff: ['accounting'],
} as const satisfies Record<Audience, readonly string[]>
export type Onlooker = (typeof onlookers)[Audience][number]
export const onlookersOf = (audience: Audience): readonly Onlooker[] => onlookers[audience]

/** Where nobody knows yet who it is: whoever is shown the least. */
export const anyOnlooker: Record<Audience, Onlooker> = { practice: 'practiceDoctorOfDlcpm', staff: 'accounting' }

type Flags = { isDLCPM: boolean; isPracticeDoctor: boolean }

export const flagsOf = (onlooker: Onlooker): Flags => ({
  isDLCPM: onlooker === 'dlcpm' || onlooker === 'practiceDoctorOfDlcpm',
  isPracticeDoctor: onlooker === 'practiceDoctor' || onlooker === 'practiceDoctorOfDlcpm',
})

export const onlookerOf = ({ role, isDLCPM, isPracticeDoctor }: Flags & { role: StaffRole | null }): Onlooker => {
  if (role) return anyOnlooker.staff
  if (isDLCPM) return isPracticeDoctor ? 'practiceDoctorOfDlcpm' : 'dlcpm'
  return isPracticeDoctor ? 'practiceDoctor' : 'member'
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

import type { AccountType } from './input.ts'

export const colleagueRoles = ['manager', 'doctor', 'practiceDoctor'] as const
export type ColleagueRole = (typeof colleagueRoles)[number]

type Kept = { accountType: AccountType; isPracticeDoctor: boolean }

/** One of three, as people choose it. */
export const roleOf = ({ accountType, isPracticeDoctor }: Kept): ColleagueRole =>
  accountType === 'doctor' && isPracticeDoctor ? 'practiceDoctor' : accountType

export const keptOf = (role: ColleagueRole): Kept =>
  role === 'practiceDoctor'
    ? { accountType: 'doctor', isPracticeDoctor: true }
    : { accountType: role, isPracticeDoctor: false }

/** Whoever decides who sees absences and invoices sees them. */
export const isRole = ({ accountType, isPracticeDoctor }: Kept) => !(accountType === 'manager' && isPracticeDoctor)

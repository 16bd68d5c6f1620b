import type { AccountType } from './input.ts'

export const colleagueRoles = ['manager', 'doctor', 'practiceDoctor'] as const
export type ColleagueRole = (typeof colleagueRoles)[number]

type Kept = { accountType: AccountType; isPracticeDoctor: boolean }

/** One of the three roles that people choose from. */
export const roleOf = ({ accountType, isPracticeDoctor }: Kept): ColleagueRole =>
  accountType === 'doctor' && isPracticeDoctor ? 'practiceDoctor' : accountType

export const keptOf = (role: ColleagueRole): Kept =>
  role === 'practiceDoctor'
    ? { accountType: 'doctor', isPracticeDoctor: true }
    : { accountType: role, isPracticeDoctor: false }

/** Excludes managers without absences and invoices: they decide who sees these, so they see them. */
export const isRole = ({ accountType, isPracticeDoctor }: Kept) => !(accountType === 'manager' && isPracticeDoctor)

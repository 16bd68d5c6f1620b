declare module '#kit/contract.ts' {
  interface Needs {
    ofTenants: Right
  }
}

/** Roles of the laboratory's own people. */
export const staffRoles = ['administrator', 'production', 'accounting', 'driver'] as const
export type StaffRole = (typeof staffRoles)[number]

/** `feed`: a program with a user's secret address; it may do no more than that user. */
type Member = {
  readonly kind: 'practice' | 'feed'
  readonly accountType: 'manager' | 'doctor'
  readonly isDLCPM: boolean
  readonly isPracticeDoctor: boolean
}
type Colleague = { readonly kind: 'staff'; readonly role: StaffRole | 'program' }

const anyone = () => true

/** Rights within a practice, each with the users who have it; rights without a line here are granted to nobody. */
const rightsOfMembers = {
  /** Every account has it: the day, what can be ordered and until when, one's calendar, news, feedback to the laboratory. */
  portal: anyone,
  /** Seeing what the laboratory knows of oneself and of the practice, and asking for changes. */
  account: anyone,
  /** Managing who of the practice has an account and with which role; also exporting all of its cases. */
  colleagues: ({ accountType }) => accountType === 'manager',
  cases: anyone,
  order: ({ isDLCPM }) => !isDLCPM,
  remake: ({ isDLCPM }) => !isDLCPM,
  /** Without it, no screen shows the absences, nor that one is the reason why something moves. */
  absences: ({ isPracticeDoctor }) => !isPracticeDoctor,
  /** Seeing the practice's debts and payments; without it, no screen mentions invoices. */
  invoices: ({ isPracticeDoctor }) => !isPracticeDoctor,
  pay: ({ isPracticeDoctor }) => !isPracticeDoctor,
  rides: anyone,
  supplies: anyone,
  language: ({ isDLCPM }) => !isDLCPM,
} satisfies Record<string, (user: Member) => boolean>

/** Rights of the staff, each with its roles besides the administrator, who has all of them. */
const rightsOfStaff = {
  /** The overview of what waits. */
  console: staffRoles,
  /** Cases under way: their status, their files, messages to the practice. */
  production: ['production'],
  /** Traceability: lots, and the signed statement. */
  sheets: ['production'],
  /** Deliveries and pickups of the drivers. */
  delivery: ['driver'],
  /** The books: what practices owe and have paid; and a practice's SIREN, which its invoices lack. */
  billing: ['accounting'],
  /** The practices' details, and the changes that they ask for. */
  practices: [],
  /** Managing who of the laboratory has an account and with which role. */
  staff: [],
  /** Figures on the work, by practice and by employee. */
  figures: [],
  /** The laboratory's settings: what it offers, when it works, and how it looks. */
  settings: [],
  /** The practices' feedback. */
  feedback: [],
  /** The log of mails sent: to whom, and with what outcome. */
  mails: [],
  /** The log of who has read a case, and of what was erased when its retention ended. */
  audit: [],
  language: staffRoles,
} satisfies Record<string, readonly StaffRole[]>

export type PracticeRight = keyof typeof rightsOfMembers
export type StaffRight = keyof typeof rightsOfStaff
/** For the laboratory's management software: calls written for it alone. No user has this right. */
export type ProgramRight = 'integration'
export type Right = PracticeRight | StaffRight | ProgramRight

const practiceRights = Object.keys(rightsOfMembers) as PracticeRight[]
const staffRights = Object.keys(rightsOfStaff) as StaffRight[]

const hasRole = (roles: readonly Colleague['role'][], role: Colleague['role']) =>
  role === 'administrator' || roles.includes(role)

/** The user's rights: on the server from what the database has just confirmed, on the screens from the token. */
export const rightsOf = (user: Member | Colleague): readonly Right[] =>
  user.kind === 'staff'
    ? staffRights.filter(right => hasRole(rightsOfStaff[right], user.role))
    : practiceRights.filter(right => rightsOfMembers[right](user))

export const may = (user: Member | Colleague, needs: 'session' | 'first_factor' | Right): boolean =>
  needs === 'session' || needs === 'first_factor' || rightsOf(user).includes(needs)

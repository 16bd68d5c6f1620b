declare module '#kit/contract.ts' {
  interface Needs {
    ofTenants: Right
  }
}

/** Of a laboratory's own people. */
export const staffRoles = ['administrator', 'production', 'accounting', 'driver'] as const
export type StaffRole = (typeof staffRoles)[number]

/** `feed`: a program with a user's secret address, which may no more than that user. */
type Member = {
  readonly kind: 'practice' | 'feed'
  readonly accountType: 'manager' | 'doctor'
  readonly isDLCPM: boolean
  readonly isPracticeDoctor: boolean
}
type Colleague = { readonly kind: 'staff'; readonly role: StaffRole | 'program' }

const anyone = () => true

/** Who of a practice has which right; what is no line here nobody has. */
const rightsOfMembers = {
  /** What every account has: the day, what can be ordered and until when, one's calendar, news, a word to the laboratory. */
  portal: anyone,
  /** What the laboratory knows of oneself and of the practice, and asking for it to be changed. */
  account: anyone,
  /** Who of the practice comes in, and as what; and a copy of all of its cases. */
  colleagues: ({ accountType }) => accountType === 'manager',
  cases: anyone,
  order: ({ isDLCPM }) => !isDLCPM,
  remake: ({ isDLCPM }) => !isDLCPM,
  /** Whoever may not learns of none anywhere: neither their days nor that they are why something moves. */
  absences: ({ isPracticeDoctor }) => !isPracticeDoctor,
  /** What the practice owes and has paid; whoever may not learns of none anywhere. */
  invoices: ({ isPracticeDoctor }) => !isPracticeDoctor,
  pay: ({ isPracticeDoctor }) => !isPracticeDoctor,
  rides: anyone,
  supplies: anyone,
  language: ({ isDLCPM }) => !isDLCPM,
} satisfies Record<string, (user: Member) => boolean>

/** Which roles have it beside the administrator, who has every right of the staff. */
const rightsOfStaff = {
  /** What waits, at a glance. */
  console: staffRoles,
  /** Cases on their way: their status, their files, a word to the practice. */
  production: ['production'],
  /** Traceability: lots, and the statement that is signed. */
  sheets: ['production'],
  /** What drivers bring and fetch. */
  delivery: ['driver'],
  /** The books: what practices owe, and what has come; and the SIREN of a practice, which its invoices lack. */
  billing: ['accounting'],
  /** Who the practices are, and what they ask to have changed about it. */
  practices: [],
  /** Who of the laboratory comes in, and as what. */
  staff: [],
  /** How the work goes, of each practice and of each of the laboratory's people. */
  figures: [],
  /** What the laboratory offers, when it works, and how it shows itself. */
  settings: [],
  /** What practices say. */
  feedback: [],
  /** Which mails the portal has written, to whom, and what became of them. */
  mails: [],
  /** Who has read a case, and what has gone because its time was over. */
  audit: [],
  language: staffRoles,
} satisfies Record<string, readonly StaffRole[]>

export type PracticeRight = keyof typeof rightsOfMembers
export type StaffRight = keyof typeof rightsOfStaff
/** Of the laboratory's management software: what is written for it, and nothing that people do. Nobody else has it. */
export type ProgramRight = 'integration'
export type Right = PracticeRight | StaffRight | ProgramRight

const practiceRights = Object.keys(rightsOfMembers) as PracticeRight[]
const staffRights = Object.keys(rightsOfStaff) as StaffRight[]

const hasRole = (roles: readonly Colleague['role'][], role: Colleague['role']) =>
  role === 'administrator' || roles.includes(role)

/** What this user may, as the database has just said on the server, and as the token shows it to the screens. */
export const rightsOf = (user: Member | Colleague): readonly Right[] =>
  user.kind === 'staff'
    ? staffRights.filter(right => hasRole(rightsOfStaff[right], user.role))
    : practiceRights.filter(right => rightsOfMembers[right](user))

export const may = (user: Member | Colleague, needs: 'session' | 'first_factor' | Right): boolean =>
  needs === 'session' || needs === 'first_factor' || rightsOf(user).includes(needs)

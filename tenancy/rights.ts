declare module '#kit/contract.ts' {
  interface Needs {
    ofTenants: Right
  }
}

/** `feed`: a program with a user's secret address, which may no more than that user. */
type Member = {
  readonly kind: 'practice' | 'feed'
  readonly accountType: 'manager' | 'doctor'
  readonly isDLCPM: boolean
  readonly isPracticeDoctor: boolean
}
type Colleague = { readonly kind: 'staff' }

const anyone = () => true

/** Who of a practice has which right; what is no line here nobody has. */
const rightsOfMembers = {
  /** What every account has: the day, what can be ordered and until when, one's calendar, news, a word to the laboratory. */
  portal: anyone,
  cases: anyone,
  order: ({ isDLCPM }) => !isDLCPM,
  remake: ({ isDLCPM }) => !isDLCPM,
  /** Whoever may not learns of none anywhere: neither their days nor that they are why something moves. */
  absences: ({ isPracticeDoctor }) => !isPracticeDoctor,
  rides: anyone,
  supplies: anyone,
  language: ({ isDLCPM }) => !isDLCPM,
} satisfies Record<string, (user: Member) => boolean>

/** Who of a laboratory's own people. */
const rightsOfStaff = {
  /** What all of them have: what waits, at a glance. */
  console: anyone,
  /** Cases on their way: their status, their files, a word to the practice. */
  production: anyone,
  /** Traceability: lots, and the statement that is signed. */
  sheets: anyone,
  /** What drivers bring and fetch. */
  delivery: anyone,
  /** What practices say. */
  feedback: anyone,
  language: anyone,
} satisfies Record<string, (user: Colleague) => boolean>

export type PracticeRight = keyof typeof rightsOfMembers
export type StaffRight = keyof typeof rightsOfStaff
export type Right = PracticeRight | StaffRight

const granted = <R extends string, U>(table: Record<R, (user: U) => boolean>, user: U) =>
  (Object.keys(table) as R[]).filter(right => table[right](user))

/** What this user may, as the database has just said on the server, and as the token shows it to the screens. */
export const rightsOf = (user: Member | Colleague): readonly Right[] =>
  user.kind === 'staff' ? granted(rightsOfStaff, user) : granted(rightsOfMembers, user)

export const may = (user: Member | Colleague, needs: 'session' | Right): boolean =>
  needs === 'session' || rightsOf(user).includes(needs)

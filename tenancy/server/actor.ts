import type { Share } from '#kit/server/turns.ts'
import type { StaffRole } from '../rights.ts'
import type { Transaction } from './database.ts'

declare const proven: unique symbol

type Proven = { readonly [proven]: true }

/**
 * Who is asking, as the database has just confirmed. Only guards make actors, inside the transaction that will answer:
 * a statement that needs one cannot be reached without a guard, nor run outside its tenant.
 */
export type PracticeUser = Proven & {
  readonly kind: 'practice'
  readonly brandId: string
  readonly practiceId: string
  readonly userId: string
  readonly sessionId: string
  readonly accountType: 'manager' | 'doctor'
  readonly isDLCPM: boolean
  readonly isPracticeDoctor: boolean
  readonly language: 'fr' | 'en'
  /** IANA name of the laboratory's time zone, in which all days and hours are counted. */
  readonly timeZone: string
  readonly tx: Transaction
}

export type Staff = Proven & {
  readonly kind: 'staff'
  readonly brandId: string
  /** Belongs to no single practice. */
  readonly practiceId: null
  readonly userId: string
  readonly sessionId: string
  readonly role: StaffRole | 'program'
  readonly language: 'fr' | 'en'
  readonly timeZone: string
  readonly tx: Transaction
}

/**
 * The laboratory's management software, identified by its key, which also serves as its session. It acts under its own name, as a
 * colleague would.
 */
export type Program = Staff & { readonly role: 'program' }

/** The laboratory acting for one of its practices, as that practice's own people would. */
type OnBehalf = Omit<Staff, 'practiceId'> & { readonly practiceId: string }
export const onBehalfOf = (staff: Staff, practiceId: string): OnBehalf => ({ ...staff, practiceId })

/** Actors for whom a practice's own days, prices and products apply. */
export type ForPractice = PracticeUser | OnBehalf

/** Anyone signed in, of a practice or of the laboratory: for what concerns only the user's own account. */
export type SignedIn = PracticeUser | Staff

/**
 * Somebody signed in whose request waits for something slow (a hash) without holding a transaction. Each transaction that it
 * opens asks the database anew who this is.
 */
export type AccountHolder = Proven & {
  readonly kind: 'account_holder'
  readonly brandId: string
  readonly userId: string
  readonly sessionId: string
  readonly address: string
  readonly requestId: string
  signedIn<T>(work: (user: SignedIn) => Promise<T>): Promise<T>
}

/** Somebody signed in whose request waits for an external server. Each transaction asks the database anew who this is. */
export type Waiting<A extends SignedIn> = Proven & {
  readonly kind: 'waiting'
  within<T>(mode: 'read' | 'write', work: (user: A) => Promise<T>): Promise<T>
}

/** The actor's place in the fair queue, by laboratory and user. */
export const shareOf = (actor: SignedIn): Share => ({
  tenant: actor.brandId,
  group: actor.kind === 'practice' ? actor.practiceId : actor.kind,
  user: actor.userId,
})

/** The laboratory itself, acting before a user is known: sign-in, refresh, its public pages. */
export type Laboratory = Proven & {
  readonly kind: 'laboratory'
  readonly brandId: string
  readonly timeZone: string
  /** Origins of front ends that are served apart from the API. */
  readonly allowedOrigins: readonly string[]
  readonly tx: Transaction
}

/**
 * A program that knows a user's secret address: sees what this user may see and changes nothing. Not a PracticeUser, so that the
 * address opens only what is written for it.
 */
export type FeedReader = Proven & {
  readonly kind: 'feed'
  readonly brandId: string
  readonly practiceId: string
  readonly userId: string
  readonly accountType: 'manager' | 'doctor'
  readonly isDLCPM: boolean
  readonly isPracticeDoctor: boolean
  readonly language: 'fr' | 'en'
  readonly timeZone: string
  readonly tx: Transaction
}

/**
 * Somebody who presents a link from a mail. Sees no practice, user or session, its own included, and can do one thing to that
 * user: choose the password, once.
 */
export type LinkHolder = Proven & {
  readonly kind: 'password_link'
  readonly brandId: string
  readonly userId: string
  readonly purpose: 'invitation' | 'reset'
  readonly login: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly language: 'fr' | 'en'
  readonly companyName: string
  readonly tx: Transaction
}

/** Somebody who has given the right password and still owes the second factor, which is checked with these facts. */
export type Challenged = Proven & {
  readonly kind: 'challenged'
  readonly challengeId: string
  readonly userId: string
  /** The secret of the user's authenticator. */
  readonly secret: Buffer
  readonly laboratory: Laboratory
}

/** Someone at the laboratory's address who has not signed in. Opens the laboratory for one piece of work. */
export type Visitor = Proven & {
  readonly kind: 'visitor'
  readonly host: string
  /** The client's address as reported by the trusted proxies; rate limits count by it. */
  readonly address: string
  readonly requestId: string
  laboratory<T>(work: (laboratory: Laboratory) => Promise<T>): Promise<T>
  /** Throws not_found when this secret opens nothing here. */
  feed<T>(secretHash: Buffer, work: (reader: FeedReader) => Promise<T>): Promise<T>
  /** Throws not_found when the link has expired, was used or belongs to another laboratory. */
  passwordLink<T>(tokenHash: Buffer, work: (holder: LinkHolder) => Promise<T>): Promise<T>
  /** Throws not_found when the challenge has expired, was used or belongs to another laboratory. */
  challenge<T>(tokenHash: Buffer, work: (challenged: Challenged) => Promise<T>): Promise<T>
}

/** The one place where an actor is made; called by guards only. */
export const prove = <A extends Proven>(facts: Omit<A, typeof proven>): A => facts as A

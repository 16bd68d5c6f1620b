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
  /** IANA name of the laboratory's time zone: its days and hours are the ones that count. */
  readonly timeZone: string
  readonly tx: Transaction
}

export type Staff = Proven & {
  readonly kind: 'staff'
  readonly brandId: string
  /** Of no practice in particular. */
  readonly practiceId: null
  readonly userId: string
  readonly sessionId: string
  readonly role: StaffRole | 'program'
  readonly language: 'fr' | 'en'
  readonly timeZone: string
  readonly tx: Transaction
}

/**
 * The laboratory's management software, by its key: what a colleague's press would do is done under its name. The session that it
 * is in is its key.
 */
export type Program = Staff & { readonly role: 'program' }

/** The laboratory, asking or ordering for a practice as its own people would. */
type OnBehalf = Omit<Staff, 'practiceId'> & { readonly practiceId: string }
export const onBehalfOf = (staff: Staff, practiceId: string): OnBehalf => ({ ...staff, practiceId })

/** For whom a practice's own days, prices and products count. */
export type ForPractice = PracticeUser | OnBehalf

/** Anyone signed in, of a practice or of the laboratory: for what concerns only the user's own account. */
export type SignedIn = PracticeUser | Staff

/**
 * Somebody signed in whose request waits for something that no transaction should be held for (a hash). Each one that it
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

/** Somebody signed in whose request waits for another house's server. Each transaction asks the database anew who this is. */
export type Waiting<A extends SignedIn> = Proven & {
  readonly kind: 'waiting'
  within<T>(mode: 'read' | 'write', work: (user: A) => Promise<T>): Promise<T>
}

/** In whose turn what they ask for is done. */
export const shareOf = (actor: SignedIn): Share => ({
  tenant: actor.brandId,
  group: actor.kind === 'practice' ? actor.practiceId : actor.kind,
  user: actor.userId,
})

/** The laboratory itself, acting for whoever is not known yet: sign-in, refresh, its public face. */
export type Laboratory = Proven & {
  readonly kind: 'laboratory'
  readonly brandId: string
  readonly timeZone: string
  /** Where its front end is served apart from the API, if anywhere. */
  readonly allowedOrigins: readonly string[]
  readonly tx: Transaction
}

/**
 * A program that knows a user's secret address: sees what this user may see and changes nothing. No PracticeUser, so that
 * the address opens what is written for it and nothing else.
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
 * Somebody who shows a link from a mail. Sees no practice, no user and no session, its own included, and can do one thing
 * to that user: choose the password, once.
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

/** Somebody who has shown the right password: their laboratory acts, and knows what a second factor is judged by. */
export type Challenged = Proven & {
  readonly kind: 'challenged'
  readonly challengeId: string
  readonly userId: string
  /** Of the user's authenticator. */
  readonly secret: Buffer
  readonly laboratory: Laboratory
}

/** Someone at the laboratory's address who has not said who they are. Opens the laboratory for one piece of work. */
export type Visitor = Proven & {
  readonly kind: 'visitor'
  readonly host: string
  /** Address of the client as the trusted proxies report it; limits count by it. */
  readonly address: string
  readonly requestId: string
  laboratory<T>(work: (laboratory: Laboratory) => Promise<T>): Promise<T>
  /** Not found where this secret opens nothing here. */
  feed<T>(secretHash: Buffer, work: (reader: FeedReader) => Promise<T>): Promise<T>
  /** Not found where this link is over, used or was never made here. */
  passwordLink<T>(tokenHash: Buffer, work: (holder: LinkHolder) => Promise<T>): Promise<T>
  /** Not found where this challenge is over, used or was never made here. */
  challenge<T>(tokenHash: Buffer, work: (challenged: Challenged) => Promise<T>): Promise<T>
}

/** The one place where an actor comes into being; used by guards alone. */
export const prove = <A extends Proven>(facts: Omit<A, typeof proven>): A => facts as A

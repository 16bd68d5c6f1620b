import { networkOf } from '#kit/server/ip-address.ts'
import type { Share } from '#kit/server/turns.ts'
import type { StaffRole } from '../rights.ts'

type Refused = 'session_ended' | 'not_found' | 'brand_unknown'

type MemberFacts = {
  practice_id: string
  account_type: 'manager' | 'doctor'
  is_dlcpm: boolean
  is_practice_doctor: boolean
}
type UserFacts = { user_id: string; language: 'fr' | 'en'; time_zone: string }

/** `second_factor_owed`: of the staff of a laboratory that demands one, and none was shown in this session. */
export type SessionFacts = { state: 'open' | 'second_factor_owed' | Refused } & UserFacts &
  (({ kind: 'practice' } & MemberFacts) | { kind: 'staff'; role: StaffRole })
export type FeedFacts = { state: 'open' | Refused; brand_id: string } & UserFacts & MemberFacts
export type PasswordLinkFacts = {
  state: 'open' | Refused
  brand_id: string
  purpose: 'invitation' | 'reset'
  user_id: string
  login: string
  email: string
  first_name: string
  last_name: string
  language: 'fr' | 'en'
  company_name: string
}
export type ChallengeFacts = {
  state: 'open' | Refused
  challenge_id: string
  user_id: string
  secret: Buffer
} & LaboratoryFacts
export type ProgramFacts = { state: 'open' | Refused; brand_id: string; key_id: string } & UserFacts
export type LaboratoryFacts = { brand_id: string; time_zone: string; allowed_origins: string[] }

/** `address` is whose request it is, where anybody has asked. */
type Visited = { host: string; address?: string }

/** What each opening is asked with, and what it tells of whom it has let in: guards.ts makes an actor of that. */
type Openings = {
  session: { asked: { host: string; brandId: string; sessionId: string }; facts: SessionFacts }
  laboratory: { asked: Visited; facts: LaboratoryFacts }
  feed: { asked: Visited & { secretHash: Buffer }; facts: FeedFacts }
  /** Of somebody whom a mail has brought a link: see tenant.choose_password. */
  password_link: { asked: Visited & { tokenHash: Buffer }; facts: PasswordLinkFacts }
  /** Of somebody who has shown the right password, and owes a second factor. */
  challenge: { asked: Visited & { tokenHash: Buffer }; facts: ChallengeFacts }
  /** Of the laboratory's management software. */
  program: { asked: Visited & { secretHash: Buffer }; facts: ProgramFacts }
  /** Of a laboratory, by its own id: what is done for it without anybody's asking. */
  job: { asked: { brandId: string }; facts: LaboratoryFacts }
}
export type OpeningName = keyof Openings

/** What a transaction is opened for: decides which rows exist for it. Checked, signed and read in one statement. */
export type Opening<K extends OpeningName> = { for: K } & Openings[K]['asked']
export type FactsOf<K extends OpeningName> = Openings[K]['facts']

type Row<K extends OpeningName> = {
  /** The database function that checks the signature; it is given what is signed, in its order, until when, and the signature. */
  text: string
  signs: (asked: Openings[K]['asked']) => readonly (string | Buffer)[]
  /** In whose turn, before the database is asked who this is; `laboratoryAt` tells whose a host is that was opened before. */
  share: (asked: Openings[K]['asked'], laboratoryAt: (host: string) => string) => Share
}

/** Strangers in one turn beside those who have signed in; of them each network, so that one keeps no other out. */
const byNetwork = ({ host, address = '' }: Visited, laboratoryAt: (host: string) => string) => ({
  tenant: laboratoryAt(host),
  group: 'visitors',
  user: networkOf(address, 48),
})

/** Every way into the data. */
export const openings: { readonly [K in OpeningName]: Row<K> } = {
  session: {
    text: 'select * from tenant.open_session($1, $2, $3, $4, $5)',
    signs: ({ host, brandId, sessionId }) => [host, brandId, sessionId],
    // The laboratory that a session names is signed, a host only claimed.
    share: ({ brandId, sessionId }) => ({ tenant: brandId, user: sessionId }),
  },
  laboratory: {
    text: 'select * from tenant.open_laboratory($1, $2, $3)',
    signs: ({ host }) => [host],
    share: byNetwork,
  },
  feed: {
    text: 'select * from tenant.open_feed($1, $2, $3, $4)',
    signs: ({ host, secretHash }) => [host, secretHash],
    share: byNetwork,
  },
  password_link: {
    text: 'select * from tenant.open_password_link($1, $2, $3, $4)',
    signs: ({ host, tokenHash }) => [host, tokenHash],
    share: byNetwork,
  },
  challenge: {
    text: 'select * from tenant.open_challenge($1, $2, $3, $4)',
    signs: ({ host, tokenHash }) => [host, tokenHash],
    share: byNetwork,
  },
  program: {
    text: 'select * from tenant.open_program($1, $2, $3, $4)',
    signs: ({ host, secretHash }) => [host, secretHash],
    // Whoever signs in from the same house does not wait behind it.
    share: (asked, laboratoryAt) => ({ ...byNetwork(asked, laboratoryAt), group: 'programs' }),
  },
  job: {
    text: 'select * from tenant.open_job($1, $2, $3)',
    signs: ({ brandId }) => [brandId],
    share: ({ brandId }) => ({ tenant: brandId, user: 'job' }),
  },
}

/** Lists of laboratories, for what is done in them one after the other: signed alike, and nothing is opened by it. */
export const laboratoryLists = {
  all: { signs: 'laboratories', text: 'select id from tenant.laboratories($1, $2) as id' },
  /** Those whose files have left something to clear away; the database calls it upkeep. */
  files: { signs: 'upkeep', text: 'select id from tenant.laboratories_for_upkeep($1, $2) as id' },
} as const

/** What is signed, as the database writes it too. */
export const messageOf = (name: string, signed: readonly (string | Buffer)[], validUntil: number): string =>
  [name, ...signed.map(part => (typeof part === 'string' ? part : part.toString('hex'))), validUntil].join('/')

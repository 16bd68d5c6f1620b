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

/** `second_factor_owed`: the laboratory demands a second factor of its staff, and this session has shown none. */
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

/** `address` is the requester's, when there is one. */
type Visited = { host: string; address?: string }

/** The arguments of each opening, and the facts it returns, from which guards.ts makes an actor. */
type Openings = {
  session: { asked: { host: string; brandId: string; sessionId: string }; facts: SessionFacts }
  laboratory: { asked: Visited; facts: LaboratoryFacts }
  feed: { asked: Visited & { secretHash: Buffer }; facts: FeedFacts }
  /** For the holder of a link from a mail: see tenant.choose_password. */
  password_link: { asked: Visited & { tokenHash: Buffer }; facts: PasswordLinkFacts }
  /** For somebody who has given the right password and owes a second factor. */
  challenge: { asked: Visited & { tokenHash: Buffer }; facts: ChallengeFacts }
  /** For the laboratory's management software. */
  program: { asked: Visited & { secretHash: Buffer }; facts: ProgramFacts }
  /** For work without a request, by the laboratory's own id. */
  job: { asked: { brandId: string }; facts: LaboratoryFacts }
}
export type OpeningName = keyof Openings

/** The purpose of a transaction, which decides the rows visible in it. Checked, signed and read in one statement. */
export type Opening<K extends OpeningName> = { for: K } & Openings[K]['asked']
export type FactsOf<K extends OpeningName> = Openings[K]['facts']

type Row<K extends OpeningName> = {
  /** Calls the database function that checks the signature, with the signed values in order, their expiry and the signature. */
  text: string
  signs: (asked: Openings[K]['asked']) => readonly (string | Buffer)[]
  /** The place in the queue, before the database knows the user; `laboratoryAt` gives the laboratory of a host opened before. */
  share: (asked: Openings[K]['asked'], laboratoryAt: (host: string) => string) => Share
}

/** Visitors share one turn beside the signed-in users; within it each network has its own, so that none blocks the others. */
const byNetwork = ({ host, address = '' }: Visited, laboratoryAt: (host: string) => string) => ({
  tenant: laboratoryAt(host),
  group: 'visitors',
  user: networkOf(address, 48),
})

/** All ways into the data. */
export const openings: { readonly [K in OpeningName]: Row<K> } = {
  session: {
    text: 'select * from tenant.open_session($1, $2, $3, $4, $5)',
    signs: ({ host, brandId, sessionId }) => [host, brandId, sessionId],
    // A session's laboratory is signed; the host is only claimed.
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
    // A group of its own, so that people who sign in from the same network do not wait behind the program.
    share: (asked, laboratoryAt) => ({ ...byNetwork(asked, laboratoryAt), group: 'programs' }),
  },
  job: {
    text: 'select * from tenant.open_job($1, $2, $3)',
    signs: ({ brandId }) => [brandId],
    share: ({ brandId }) => ({ tenant: brandId, user: 'job' }),
  },
}

/** Lists of laboratories to work through one by one; signed like openings, but opening nothing. */
export const laboratoryLists = {
  all: { signs: 'laboratories', text: 'select id from tenant.laboratories($1, $2) as id' },
  /** Laboratories with files to clear away; the database calls it upkeep. */
  files: { signs: 'upkeep', text: 'select id from tenant.laboratories_for_upkeep($1, $2) as id' },
} as const

/** The text that is signed; the database builds the same. */
export const messageOf = (name: string, signed: readonly (string | Buffer)[], validUntil: number): string =>
  [name, ...signed.map(part => (typeof part === 'string' ? part : part.toString('hex'))), validUntil].join('/')

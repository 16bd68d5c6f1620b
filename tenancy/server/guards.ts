import { problem } from '#kit/problem.ts'
import { anyonesBody, type Guard, type MakersGuard, tokenOf } from '#kit/server/guard.ts'
import type { RequestContext } from '#kit/server/request-context.ts'
import { may, type PracticeRight, type Right, type StaffRight } from '#tenancy/rights.ts'
import {
  type AccountHolder,
  type Challenged,
  type FeedReader,
  type Laboratory,
  type LinkHolder,
  type PracticeUser,
  prove,
  type SignedIn,
  type Staff,
  type Visitor,
  type Waiting,
} from './actor.ts'
import type { Database, Transaction } from './database.ts'
import { makerOf } from './maker.ts'
import type { FeedFacts, LaboratoryFacts, SessionFacts } from './openings-sql.ts'

/** The body limit for ordinary JSON; uploads have their own. */
const ofSignedIn = 128 * 1024
const sessionOf = async ({ headers, services }: RequestContext) => {
  const token = tokenOf(headers)
  const session = token && (await services.accessTokens.verify(token))
  if (!session) throw problem('signed_out')
  return session
}
type Session = Awaited<ReturnType<typeof sessionOf>>

const signedInBody = async (context: RequestContext) => {
  await sessionOf(context)
  return ofSignedIn
}

const actorOf = (tx: Transaction, facts: SessionFacts, session: { brandId: string; sessionId: string }): SignedIn => {
  const { user_id: userId, language, time_zone: timeZone } = facts
  const asking = { ...session, userId, language, timeZone, tx }
  switch (facts.kind) {
    case 'practice':
      return prove<PracticeUser>({ kind: 'practice', ...asking, practiceId: facts.practice_id, ...flagsOf(facts) })
    case 'staff':
      return prove<Staff>({ kind: 'staff', ...asking, practiceId: null, role: facts.role })
  }
}

const flagsOf = (facts: Pick<FeedFacts, 'account_type' | 'is_dlcpm' | 'is_practice_doctor'>) => ({
  accountType: facts.account_type,
  isDLCPM: facts.is_dlcpm,
  isPracticeDoctor: facts.is_practice_doctor,
})

/** A laboratory may start to demand a second factor of its staff at any moment: until one is set up, nothing else is allowed. */
const refuseUnlessEnough = ({ state }: SessionFacts, needs: 'session' | 'first_factor' | Right) => {
  if (state !== 'open' && needs !== 'first_factor') throw problem('second_factor_required')
}

type Sort<A extends SignedIn> = (user: SignedIn) => user is A
const isPracticeUser: Sort<PracticeUser> = user => user.kind === 'practice'
const isStaff: Sort<Staff> = user => user.kind === 'staff'
const isAnyone: Sort<SignedIn> = (_user): _user is SignedIn => true

type Need = 'session' | 'first_factor' | Right
type Part<A extends SignedIn> = {
  context: RequestContext
  session: Session
  isOne: Sort<A>
  needs: Need
  mode: 'read' | 'write'
}

/** The token is not verified again: work of many parts may outlast the token as long as the session stands. */
const inSession = async <A extends SignedIn, T>(part: Part<A>, work: (user: A) => Promise<T>): Promise<T> => {
  try {
    return await inOneSession(part, work)
  } catch (error) {
    // The database checks rights again on writing. If the right was withdrawn meanwhile, the second opening says so; otherwise
    // this is a bug of ours and the error is rethrown.
    if (error instanceof Error && 'code' in error && error.code === insufficientPrivilege)
      await inOneSession({ ...part, mode: 'read' }, async () => undefined)
    throw error
  }
}

const insufficientPrivilege = '42501'

const inOneSession = <A extends SignedIn, T>(
  { context, session, isOne, needs, mode }: Part<A>,
  work: (user: A) => Promise<T>,
): Promise<T> => {
  const opening = { for: 'session', host: context.host, ...session } as const
  return context.services.database.withTenant(opening, mode, async (tx, facts) => {
    context.caller = { ...session, userId: facts.user_id }
    refuseUnlessEnough(facts, needs)
    const user = actorOf(tx, facts, session)
    if (!isOne(user) || !may(user, needs)) throw problem('forbidden')
    return work(user)
  })
}

/** Requires a signed-in user of this kind with the right that is needed: see tenancy/rights.ts. */
const signedInAs = <A extends SignedIn, N extends Need>(isOne: Sort<A>): MakersGuard<A, N> => ({
  bodyAllowance: signedInBody,
  makerOf,
  run: async (context, needs, mode, work) =>
    inSession({ context, session: await sessionOf(context), isOne, needs, mode }, work),
})

export const asPracticeUser = signedInAs<PracticeUser, PracticeRight>(isPracticeUser)

/** The laboratory's own people, who act for all of its practices. */
export const asStaff = signedInAs<Staff, StaffRight>(isStaff)

/** Holds no transaction while an external server is waited for. */
const waitingAs = <A extends SignedIn, N extends Right>(isOne: Sort<A>): Guard<Waiting<A>, N> => ({
  bodyAllowance: signedInBody,
  run: async (context, needs, mode, work) => {
    const part = { context, session: await sessionOf(context), isOne, needs }
    // Checked and counted before the call, because an external server is asked.
    await inSession({ ...part, mode: 'read' }, async user => {
      if (mode === 'write') await makerOf(user, context).count('changes')
    })
    return work(prove<Waiting<A>>({ kind: 'waiting', within: (mode, inside) => inSession({ ...part, mode }, inside) }))
  },
})

export const asWaitingPracticeUser = waitingAs<PracticeUser, PracticeRight>(isPracticeUser)
export const asWaitingStaff = waitingAs<Staff, StaffRight>(isStaff)

/** Anyone signed in, staff included; only with rights that both audiences can have. */
export const asSignedIn = signedInAs<SignedIn, 'session' | 'first_factor' | (PracticeRight & StaffRight)>(isAnyone)

/** Anyone signed in, for their own account; holds no transaction between steps. */
export const asAccountHolder: Guard<AccountHolder, Need> = {
  bodyAllowance: signedInBody,
  run: async (context, needs, mode, work) => {
    const part = { context, session: await sessionOf(context), isOne: isAnyone, needs, mode }
    const signedIn = <T>(inside: (user: SignedIn) => Promise<T>) => inSession(part, inside)
    // Checked before the work begins.
    const userId = await signedIn(async user => user.userId)
    const { address, requestId } = context
    return work(prove<AccountHolder>({ kind: 'account_holder', ...part.session, userId, address, requestId, signedIn }))
  },
}

/** Anyone at a laboratory's address. Opens transactions itself, so that none is held while hashing. */
export const asVisitor: Guard<Visitor, 'nothing'> = {
  bodyAllowance: anyonesBody,
  run: (context, _needs, mode, work) =>
    work(
      prove<Visitor>({
        kind: 'visitor',
        host: context.host,
        address: context.address,
        requestId: context.requestId,
        laboratory: inLaboratory => openLaboratory(context, mode, inLaboratory),
        feed: (secretHash, read) => openFeed(context, secretHash, read),
        passwordLink: (tokenHash, inLink) => openPasswordLink(context, mode, tokenHash, inLink),
        challenge: (tokenHash, inChallenge) => openChallenge(context, mode, tokenHash, inChallenge),
      }),
    ),
}

/** The laboratory of this host, for the server's own pages; throws brand_unknown when there is none or it is disabled. */
export const openLaboratory = <T>(
  context: RequestContext,
  mode: 'read' | 'write',
  work: (laboratory: Laboratory) => Promise<T>,
): Promise<T> =>
  context.services.database.withTenant(visitOf(context), mode, (tx, facts) => work(laboratoryOf(tx, facts)))

const visitOf = ({ host, address }: RequestContext) => ({ for: 'laboratory', host, address }) as const

const openFeed = <T>(
  context: RequestContext,
  secretHash: Buffer,
  work: (reader: FeedReader) => Promise<T>,
): Promise<T> =>
  context.services.database.withTenant(
    { for: 'feed', host: context.host, address: context.address, secretHash },
    'read',
    (tx, facts) => {
      context.caller = { brandId: facts.brand_id, userId: facts.user_id }
      return work(
        prove<FeedReader>({
          kind: 'feed',
          brandId: facts.brand_id,
          practiceId: facts.practice_id,
          userId: facts.user_id,
          ...flagsOf(facts),
          language: facts.language,
          timeZone: facts.time_zone,
          tx,
        }),
      )
    },
  )

const openPasswordLink = <T>(
  context: RequestContext,
  mode: 'read' | 'write',
  tokenHash: Buffer,
  work: (holder: LinkHolder) => Promise<T>,
): Promise<T> =>
  context.services.database.withTenant(
    { for: 'password_link', host: context.host, address: context.address, tokenHash },
    mode,
    (tx, facts) =>
      work(
        prove<LinkHolder>({
          kind: 'password_link',
          brandId: facts.brand_id,
          userId: facts.user_id,
          purpose: facts.purpose,
          login: facts.login,
          email: facts.email,
          firstName: facts.first_name,
          lastName: facts.last_name,
          language: facts.language,
          companyName: facts.company_name,
          tx,
        }),
      ),
  )

const openChallenge = <T>(
  context: RequestContext,
  mode: 'read' | 'write',
  tokenHash: Buffer,
  work: (challenged: Challenged) => Promise<T>,
): Promise<T> =>
  context.services.database.withTenant(
    { for: 'challenge', host: context.host, address: context.address, tokenHash },
    mode,
    (tx, facts) =>
      work(
        prove<Challenged>({
          kind: 'challenged',
          challengeId: facts.challenge_id,
          userId: facts.user_id,
          secret: facts.secret,
          laboratory: laboratoryOf(tx, facts),
        }),
      ),
  )

/** Opens a laboratory without a user's request: for jobs, chores and audit lines. */
export const openLaboratoryOf = <T>(
  database: Database,
  brandId: string,
  mode: 'read' | 'write',
  work: (laboratory: Laboratory) => Promise<T>,
): Promise<T> => database.withTenant({ for: 'job', brandId }, mode, (tx, facts) => work(laboratoryOf(tx, facts)))

const laboratoryOf = (tx: Transaction, facts: LaboratoryFacts) =>
  prove<Laboratory>({
    kind: 'laboratory',
    brandId: facts.brand_id,
    timeZone: facts.time_zone,
    allowedOrigins: facts.allowed_origins,
    tx,
  })

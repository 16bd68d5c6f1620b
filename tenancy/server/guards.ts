import { problem } from '#kit/problem.ts'
import { anyonesBody, type Guard, type MakersGuard, tokenOf } from '#kit/server/guard.ts'
import type { RequestContext } from '#kit/server/request-context.ts'
import {
  type FeedReader,
  type Laboratory,
  type PracticeUser,
  prove,
  type SignedIn,
  type Staff,
  type Visitor,
} from './actor.ts'
import type { Database, LaboratoryFacts, SessionFacts, Transaction } from './database.ts'
import { makerOf } from './maker.ts'

export type RoleFlag = 'isDLCPM' | 'isPracticeDoctor'

const nameOf = (who: string, flags: RoleFlag[]) => (flags.length > 0 ? `${who}, not ${flags.join(', ')}` : who)

/** Ordinary JSON; uploads bring their own limit. */
const ofSignedIn = 128 * 1024
const sessionOf = async ({ headers, services }: RequestContext) => {
  const token = tokenOf(headers)
  const session = token && (await services.accessTokens.verify(token))
  if (!session) throw problem('signed_out')
  return session
}

const signedInBody = async (context: RequestContext) => {
  await sessionOf(context)
  return ofSignedIn
}

const inSession = async <T>(
  context: RequestContext,
  mode: 'read' | 'write',
  work: (tx: Transaction, facts: SessionFacts, session: { brandId: string; sessionId: string }) => Promise<T>,
): Promise<T> => {
  const session = await sessionOf(context)
  return context.services.database.withTenant({ for: 'session', host: context.host, ...session }, mode, (tx, facts) => {
    context.caller = { ...session, userId: facts.user_id }
    return work(tx, facts, session)
  })
}

const practiceUser = (tx: Transaction, facts: SessionFacts, session: { brandId: string; sessionId: string }) => {
  if (!facts.practice_id) throw problem('forbidden')
  return prove<PracticeUser>({
    kind: 'practice',
    ...session,
    practiceId: facts.practice_id,
    userId: facts.user_id,
    accountType: facts.account_type,
    isDLCPM: facts.is_dlcpm,
    isPracticeDoctor: facts.is_practice_doctor,
    language: facts.language,
    timeZone: facts.time_zone,
    tx,
  })
}

const staff = (tx: Transaction, facts: SessionFacts, session: { brandId: string; sessionId: string }) => {
  if (facts.practice_id) throw problem('forbidden')
  return prove<Staff>({
    kind: 'staff',
    ...session,
    userId: facts.user_id,
    language: facts.language,
    timeZone: facts.time_zone,
    tx,
  })
}

/** Anyone of a practice, save those with the flag: `asPracticeUserExcept('isDLCPM')`. */
export const asPracticeUserExcept = (...flags: RoleFlag[]): MakersGuard<PracticeUser> => ({
  name: nameOf('practice', flags),
  bodyAllowance: signedInBody,
  makerOf,
  run: (context, mode, work) =>
    inSession(context, mode, (tx, facts, session) => {
      const user = practiceUser(tx, facts, session)
      if (flags.some(flag => user[flag])) throw problem('forbidden')
      return work(user)
    }),
})

export const asPracticeUser = asPracticeUserExcept()

/** The laboratory's own people, who act for all of its practices. */
export const asStaff: MakersGuard<Staff> = {
  name: 'staff',
  bodyAllowance: signedInBody,
  makerOf,
  run: (context, mode, work) => inSession(context, mode, (tx, facts, session) => work(staff(tx, facts, session))),
}

/** Anyone signed in, staff included, save those with the flag: `asSignedInExcept('isDLCPM')`. */
export const asSignedInExcept = (...flags: RoleFlag[]): MakersGuard<SignedIn> => ({
  name: nameOf('signed in', flags),
  bodyAllowance: signedInBody,
  makerOf,
  run: (context, mode, work) =>
    inSession(context, mode, (tx, facts, session) => {
      if (!facts.practice_id) return work(staff(tx, facts, session))
      const user = practiceUser(tx, facts, session)
      if (flags.some(flag => user[flag])) throw problem('forbidden')
      return work(user)
    }),
})

export const asSignedIn = asSignedInExcept()

/** Open to all: a visitor of a laboratory's address. Opens transactions itself, so that none is held while hashing. */
export const asVisitor: Guard<Visitor> = {
  name: 'anyone',
  bodyAllowance: anyonesBody,
  run: (context, mode, work) =>
    work(
      prove<Visitor>({
        kind: 'visitor',
        host: context.host,
        address: context.address,
        requestId: context.requestId,
        laboratory: inLaboratory => openLaboratory(context, mode, inLaboratory),
        feed: (secretHash, read) => openFeed(context, secretHash, read),
      }),
    ),
}

/** The laboratory of this host, for the server's own pages; not found where there is none or it is disabled. */
export const openLaboratory = <T>(
  context: RequestContext,
  mode: 'read' | 'write',
  work: (laboratory: Laboratory) => Promise<T>,
): Promise<T> => openLaboratoryAt(context.services.database, context.host, mode, work)

const openFeed = <T>(
  context: RequestContext,
  secretHash: Buffer,
  work: (reader: FeedReader) => Promise<T>,
): Promise<T> =>
  context.services.database.withTenant({ for: 'feed', host: context.host, secretHash }, 'read', (tx, facts) => {
    context.caller = { brandId: facts.brand_id, userId: facts.user_id }
    return work(
      prove<FeedReader>({
        kind: 'feed',
        brandId: facts.brand_id,
        practiceId: facts.practice_id,
        userId: facts.user_id,
        isPracticeDoctor: facts.is_practice_doctor,
        language: facts.language,
        timeZone: facts.time_zone,
        tx,
      }),
    )
  })

/** The same for upkeep, which nobody has asked for. */
export const openLaboratoryAt = <T>(
  database: Database,
  host: string,
  mode: 'read' | 'write',
  work: (laboratory: Laboratory) => Promise<T>,
): Promise<T> => database.withTenant({ for: 'laboratory', host }, mode, (tx, facts) => work(laboratoryOf(tx, facts)))

/** The laboratory that a job was enqueued for. */
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

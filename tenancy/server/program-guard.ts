import { createHash } from 'node:crypto'
import { problem } from '#kit/problem.ts'
import { type Guard, type MakersGuard, tokenOf } from '#kit/server/guard.ts'
import type { RequestContext } from '#kit/server/request-context.ts'
import type { ProgramRight } from '#tenancy/rights.ts'
import { type Program, prove, type SignedIn, shareOf, type Waiting } from './actor.ts'
import { asSignedIn } from './guards.ts'
import { keysOf } from './maker.ts'
import { setSeen } from './program-seen-sql.ts'

/** The body limit of programs; a case with all of its works is a tenth of it. */
const ofPrograms = 128 * 1024

const secretOf = ({ headers }: RequestContext): string => {
  const token = tokenOf(headers)
  if (!token || !isProgramKey(token)) throw problem('signed_out')
  return token
}

/** A recognisable prefix, also for secret scanners. */
export const programKeyBegins = 'arcade_'
const isProgramKey = (token: string) => /^arcade_[\w-]{43}$/.test(token)

/** The stored hash. So many random bits need neither salt nor a slow hash. */
export const hashOfProgramKey = (key: string): Buffer => createHash('sha256').update(key).digest()

const inProgram = <T>(
  context: RequestContext,
  mode: 'read' | 'write',
  work: (program: Program) => Promise<T>,
): Promise<T> => {
  const secretHash = hashOfProgramKey(secretOf(context))
  const opening = { for: 'program', host: context.host, address: context.address, secretHash } as const
  return context.services.database.withTenant(opening, mode, async (tx, facts) => {
    const { brand_id: brandId, user_id: userId, key_id: sessionId, language, time_zone: timeZone } = facts
    context.caller = { brandId, userId, sessionId }
    const ofLaboratory = { kind: 'staff', role: 'program', practiceId: null } as const
    const program = prove<Program>({ ...ofLaboratory, brandId, userId, sessionId, language, timeZone, tx })
    return work(program)
  })
}

const seenEveryMs = 10 * 60_000
/** When this process has last noted a key as seen, by its hash: what only reads would else need a second transaction each time. */
const seenAt = new Map<string, number>()

/** So that whoever looks at the list of programs sees that a key is in use, whatever it asks. */
async function noteSeen(context: RequestContext): Promise<void> {
  const hash = hashOfProgramKey(secretOf(context)).toString('base64')
  if (Date.now() - (seenAt.get(hash) ?? 0) < seenEveryMs) return
  try {
    await inProgram(context, 'write', setSeen)
    seenAt.set(hash, Date.now())
  } catch {
    // The call itself is done. Where nothing can be written at the moment, a later one notes it.
  }
}

/** A key that is known is in use also where every call of it is refused. */
async function inSeenProgram<T>(
  context: RequestContext,
  mode: 'read' | 'write',
  work: (program: Program) => Promise<T>,
): Promise<T> {
  try {
    return await inProgram(context, mode, work)
  } finally {
    if (context.caller) await noteSeen(context)
  }
}

/** Of a stranger not one byte is read, and a key is none until the database has said so. */
const bodyAllowance = async (context: RequestContext) => {
  await inProgram(context, 'read', async () => undefined)
  return ofPrograms
}

/**
 * The laboratory's management software, whose only right these guards require. No rate limit: it sends in one go what a
 * laboratory has done in a night.
 */
export const asProgram: MakersGuard<Program, ProgramRight> = {
  bodyAllowance,
  makerOf: program => ({ share: shareOf(program), count: async () => undefined, ...keysOf(program) }),
  run: (context, _needs, mode, work) => inSeenProgram(context, mode, work),
}

/** The same with a transaction for each part, so that a call that only reads may write something first. */
export const asWaitingProgram: Guard<Waiting<Program>, ProgramRight> = {
  bodyAllowance,
  run: async (context, _needs, _mode, work) => {
    await inProgram(context, 'read', async () => undefined)
    await noteSeen(context)
    return work(
      prove<Waiting<Program>>({ kind: 'waiting', within: (mode, inside) => inProgram(context, mode, inside) }),
    )
  },
}

const isProgram = ({ headers }: RequestContext) => isProgramKey(tokenOf(headers) ?? '')

/** A signed-in user or a program: for answers that reveal nothing of a laboratory. */
export const asSignedInOrProgram: Guard<SignedIn, 'session'> = {
  bodyAllowance: context => (isProgram(context) ? asProgram : asSignedIn).bodyAllowance(context),
  run: (context, needs, mode, work) =>
    isProgram(context) ? inSeenProgram(context, mode, work) : asSignedIn.run(context, needs, mode, work),
}

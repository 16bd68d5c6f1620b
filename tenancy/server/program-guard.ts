import { createHash } from 'node:crypto'
import { problem } from '#kit/problem.ts'
import { type Guard, type MakersGuard, tokenOf } from '#kit/server/guard.ts'
import type { RequestContext } from '#kit/server/request-context.ts'
import type { ProgramRight } from '#tenancy/rights.ts'
import { type Program, prove, type SignedIn, shareOf, type Waiting } from './actor.ts'
import { asSignedIn } from './guards.ts'
import { keysOf } from './maker.ts'
import { setSeen } from './program-seen-sql.ts'

/** A case with all of its works is a tenth of it. */
const ofPrograms = 128 * 1024

const secretOf = ({ headers }: RequestContext): string => {
  const token = tokenOf(headers)
  if (!token || !isProgramKey(token)) throw problem('signed_out')
  return token
}

/** Told from every other secret at a glance, also by those who look for secrets where none should lie. */
export const programKeyBegins = 'arcade_'
const isProgramKey = (token: string) => /^arcade_[\w-]{43}$/.test(token)

/** What is kept of it. So many random bits need neither salt nor a slow hash. */
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

/** Of a stranger not one byte is read, and a key is none until the database has said so. */
const bodyAllowance = async (context: RequestContext) => {
  await inProgram(context, 'read', async () => undefined)
  return ofPrograms
}

/**
 * The laboratory's management software, which has the one right that these guards answer for. No pace is kept for it: it brings what a
 * laboratory has done in a night.
 */
export const asProgram: MakersGuard<Program, ProgramRight> = {
  bodyAllowance,
  makerOf: program => ({ share: shareOf(program), count: async () => undefined, ...keysOf(program) }),
  run: async (context, _needs, mode, work) => {
    const answer = await inProgram(context, mode, work)
    await noteSeen(context)
    return answer
  },
}

/** The same, each part in a transaction of its own: what only asks may have something written before. */
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

/** Whoever is let in, somebody or a program: for what says nothing of a laboratory. */
export const asSignedInOrProgram: Guard<SignedIn, 'session'> = {
  bodyAllowance: context => (isProgram(context) ? asProgram : asSignedIn).bodyAllowance(context),
  run: (context, needs, mode, work) =>
    isProgram(context) ? inProgram(context, mode, work) : asSignedIn.run(context, needs, mode, work),
}

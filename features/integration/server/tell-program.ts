import { createHmac, randomUUID } from 'node:crypto'
import { sealLines } from '#features/audit/server/sql.ts'
import { notAllowed, postOutside } from '#kit/server/post-outside.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import { type JobSender, job } from '#tenancy/server/job.ts'
import { changeKinds } from '../contract.ts'
import { findToldAt, listProgramsToTell, setAnswer, setTold } from './programs-sql.ts'

/** As Standard Webhooks writes a secret, so that any of its libraries reads it. */
export const writtenSecret = (secret: Buffer) => `whsec_${secret.toString('base64')}`

/** Nothing of a case: whoever is told comes and asks, with its key. */
const message = (at: Date) => JSON.stringify({ type: 'changes.waiting', timestamp: at.toISOString(), data: {} })

/** Tells a program that there is something to fetch; again for an hour and a half where nobody answers. */
export const tellProgram = job<'programId', { isWithinAllowed: boolean }>({
  name: 'tell_program',
  ids: ['programId'],
  retries: 8,
  pauseSeconds: { first: 20, longest: 3600 },
  longestSeconds: 60,
  atOnce: 4,
  work: async ({ ids: { programId }, inLaboratory, signal }, { isWithinAllowed }) => {
    const address = await inLaboratory('read', laboratory => findToldAt(laboratory, programId))
    if (!address) return
    const { url, secret } = address
    const now = new Date()
    const failure = await postOutside(url, { ...signed(secret, message(now), now), isWithinAllowed, signal }).then(
      status => (status >= 200 && status < 300 ? null : String(status)),
      error => wordOf(error),
    )
    await inLaboratory('write', laboratory => setAnswer(laboratory, programId, url, failure))
    if (failure !== null) throw new Error(`A program was not told: ${failure}.`)
  },
  giveUp: async ({ ids: { programId }, inLaboratory }) => {
    await inLaboratory('write', laboratory => setTold(laboratory, programId))
  },
})

function signed(secret: Buffer, body: string, at: Date) {
  const id = `msg_${randomUUID()}`
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
  return { headers, body }
}

/** Why nobody answered, in the word that Node has for it; of names that lead inside no more than of those that lead nowhere. */
function wordOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error'
  if (error.message === notAllowed) return 'ENOTFOUND'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** One at a time, and once a minute at most: whoever is told fetches all that there is. */
export const tellPrograms =
  (jobs: JobSender) =>
  async (laboratory: Laboratory): Promise<void> => {
    // What was done a moment ago has its place only then.
    await sealLines(laboratory)
    const programs = await listProgramsToTell(laboratory, changeKinds)
    await jobs.enqueueAll(
      laboratory,
      tellProgram,
      programs.map(programId => ({ ids: { programId } })),
    )
  }

import { createHmac, randomUUID } from 'node:crypto'
import { sealLines } from '#features/audit/server/sql.ts'
import { notAllowed, postOutside } from '#kit/server/post-outside.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import { type JobSender, job } from '#tenancy/server/job.ts'
import { changeKinds } from '../contract.ts'
import { findToldAt, listProgramsToTell, setAnswer, setTold } from './programs-sql.ts'

/** The secret in the notation of Standard Webhooks, readable by its libraries. */
export const writtenSecret = (secret: Buffer) => `whsec_${secret.toString('base64')}`

/** Contains nothing of a case: the program fetches that with its key. */
const message = (at: Date) => JSON.stringify({ type: 'changes.waiting', timestamp: at.toISOString(), data: {} })

/** Notifies a program that there is something to fetch, with retries for an hour and a half. */
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

/** Node's error code; names that resolve to internal addresses look like unresolvable ones. */
function wordOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error'
  if (error.message === notAllowed) return 'ENOTFOUND'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** One notification at a time, at most once a minute: the program then fetches everything. */
export const tellPrograms =
  (jobs: JobSender) =>
  async (laboratory: Laboratory): Promise<void> => {
    // The latest lines get their place in the chain only by this.
    await sealLines(laboratory)
    const programs = await listProgramsToTell(laboratory, changeKinds)
    await jobs.enqueueAll(
      laboratory,
      tellProgram,
      programs.map(programId => ({ ids: { programId } })),
    )
  }

import type { Laboratory } from '#tenancy/server/actor.ts'
import { idOfTurn, type JobSender, job } from '#tenancy/server/job.ts'
import { continueRun, listStandingRuns } from './billing-sql.ts'

/**
 * Bills every practice of a run, a few per transaction: what is done stays done, and a restart continues from there.
 * Enqueued together with the run and keyed by its id, so that the job exists once.
 */
export const billingRun = job<'runId', { practicesAtOnce: number }>({
  name: 'billing_run',
  ids: ['runId'],
  retries: 20,
  pauseSeconds: { first: 5, longest: 300 },
  longestSeconds: 300,
  atOnce: 2,
  work: async ({ ids, inLaboratory, signal }, { practicesAtOnce }) => {
    for (;;) {
      signal.throwIfAborted()
      if (!(await inLaboratory('write', laboratory => continueRun(laboratory, ids.runId, practicesAtOnce)))) return
    }
  },
})

/** Enqueues another job for a stalled run, at growing intervals: after a restore the queue is empty, and retries end. */
export const resumeStandingRuns =
  (jobs: JobSender) =>
  async (laboratory: Laboratory): Promise<void> => {
    const standing = await listStandingRuns(laboratory)
    await jobs.enqueueAll(
      laboratory,
      billingRun,
      standing.map(({ id, turn }) => ({ id: idOfTurn(id, turn), ids: { runId: id } })),
    )
  }

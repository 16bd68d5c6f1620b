import type { Laboratory } from '#tenancy/server/actor.ts'
import { idOfTurn, type JobSender, job } from '#tenancy/server/job.ts'
import { continueRun, listStandingRuns } from './billing-sql.ts'

/**
 * Every practice of a run, some at a time, each time in a transaction of its own: what is done is done, and whoever begins
 * anew goes on from there. Asked for with the run itself, and by the number of the run: it is there once.
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

/** A run that stands gets another job, after ever longer times: after a restore the queue is empty, and tries end. */
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

import { PgBoss, type QueueOptions } from 'pg-boss'
import { givenUpQueue, type Job, queueOf, queueOfGivenUp } from '#tenancy/server/job.ts'
import { asOwner } from './owner.ts'

type Declared = Pick<Job, 'name' | 'retries' | 'pauseSeconds' | 'longestSeconds'>

/** Says as the owner which jobs there are and how they are tried again: the runtime role may only fill their queues. */
export const settleQueues = (ownerUrl: string, jobs: readonly Declared[]): Promise<void> =>
  asOwner(ownerUrl, async client => {
    const boss = new PgBoss({
      db: { executeSql: (text, values) => client.query(text, values) },
      schema: 'pgboss',
      migrate: false,
      createSchema: false,
      supervise: false,
      schedule: false,
    })
    const failures: Error[] = []
    boss.on('error', error => failures.push(error))
    await boss.start()
    try {
      for (const job of jobs) {
        await settle(boss, givenUpQueue(job), queueOfGivenUp)
        await settle(boss, job.name, queueOf(job))
      }
    } finally {
      await boss.stop({ graceful: false })
    }
    if (failures[0]) throw failures[0]
  })

async function settle(boss: PgBoss, name: string, options: QueueOptions) {
  await boss.createQueue(name, options)
  await boss.updateQueue(name, options)
}

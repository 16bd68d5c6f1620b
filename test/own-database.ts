import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { declaredJobs } from '#app/server/jobs.ts'
import { migrate } from '#db/migrate.ts'
import { asOwner } from '#db/owner.ts'
import { settleQueues } from '#db/queues.ts'
import { template, testSecret } from './global-setup.ts'

export type OwnDatabase = { ownerUrl: string; appUrl: string; jobsUrl: string; drop: () => Promise<void> }

/** A copy bears the name of what it was copied from (db/installation.ts). */
const beAnother = (owner: pg.Client) => owner.query('update tenant.installation set id = default')

/** An empty, migrated database on the run's PostgreSQL, for what looks at all laboratories of one. */
export async function makeOwnDatabase(appSecret = testSecret): Promise<OwnDatabase> {
  const { adminUrl, ownerUrl, appUrl, jobsUrl } = inject('database')
  const name = `own_${randomBytes(6).toString('hex')}`
  const at = (url: string) => Object.assign(new URL(url), { pathname: name }).href
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const isCopy = appSecret === testSecret
  // File by file: page by page through the log takes seven times the processor time.
  const from = isCopy ? `template ${template} strategy file_copy` : ''
  await admin.query(`create database ${name} owner arcade_owner ${from}`)
  await admin.query(`revoke all on database ${name} from public`)
  await admin.query(`grant connect on database ${name} to arcade_app, arcade_jobs`)
  if (isCopy) await asOwner(at(ownerUrl), beAnother)
  else {
    await migrate({ ownerUrl: at(ownerUrl), appSecret })
    await settleQueues(at(ownerUrl), declaredJobs)
  }
  return {
    ownerUrl: at(ownerUrl),
    appUrl: at(appUrl),
    jobsUrl: at(jobsUrl),
    async drop() {
      // A pool says that it has ended before its connections have, and whoever is cut off says so aloud.
      const isLeft = async () =>
        (await admin.query('select from pg_stat_activity where datname = $1', [name])).rowCount !== 0
      for (const begun = Date.now(); Date.now() < begun + 5_000 && (await isLeft()); );
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

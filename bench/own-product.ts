import { join } from 'node:path'
import pg from 'pg'
import { type AppSettings, createApp } from '#app/server/api.ts'
import { declaredJobs } from '#app/server/jobs.ts'
import { claimStorage } from '#db/installation.ts'
import { migrate } from '#db/migrate.ts'
import { settleQueues } from '#db/queues.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { Storage } from '#kit/server/storage.ts'
import { makeWith } from '../test/make.ts'
import { newDataFolder } from '../test/running-app.ts'

export const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

/** The product on an empty database of its own, which is gone when `close` has ended. */
export async function startOwnProduct(more: Partial<AppSettings> = {}) {
  const data = newDataFolder()
  const postgres = await startEmbeddedPostgres(join(data.path, 'database'), { say })
  const appSecret = 'a secret for measurements only, long enough'
  await migrate({ ownerUrl: postgres.ownerUrl, appSecret })
  await settleQueues(postgres.ownerUrl, declaredJobs)
  const settings = {
    databaseUrl: postgres.appUrl,
    jobsUrl: postgres.jobsUrl,
    appSecret,
    trustedProxies: 0,
    webRoot: join(import.meta.dirname, '../test/fixtures/web'),
    logLevel: 'warn',
    files: { storage: { folder: join(data.path, 'files') }, passage: join(data.path, 'passage') },
    ...more,
  }
  await claimStorage(postgres.ownerUrl, new Storage(settings.files.storage))
  const owner = new pg.Pool({ connectionString: postgres.ownerUrl, max: 1 })
  const app = createApp(settings)
  return {
    app,
    settings,
    postgres,
    owner,
    make: makeWith(owner),
    async close() {
      await app.close()
      await owner.end()
      await postgres.stop()
      data.remove()
    },
  }
}

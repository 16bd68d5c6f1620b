import { join } from 'node:path'
import type { Settings } from '#app/env.ts'
import { checkClocks } from '#db/check-clocks.ts'
import { checkDatabase } from '#db/check-database.ts'
import { migrate } from '#db/migrate.ts'
import { settleQueues } from '#db/queues.ts'
import type { GivenSecrets } from '#db/signing-key.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import type { Secrets } from '#kit/server/keys.ts'
import { openingLifeSeconds } from '#tenancy/server/database.ts'
import { declaredJobs } from './jobs.ts'
import { keptSecrets } from './kept-secret.ts'
import { explainConnection } from './start-failure.ts'

export type StartedDatabase = GivenSecrets & {
  databaseUrl: string
  jobsUrl: string
  ownerUrl: string
  /** How messages name it. */
  place: string
  /** Stops the embedded one; does nothing for an external one. */
  stop: () => Promise<void>
}

type Options = {
  say: (sentence: string) => void
  /** Restarted whenever it exits, for as long as we serve. */
  isKept?: boolean
}

/** The configured database, or the embedded one, which is started. */
export async function startDatabase(settings: Settings, options: Options): Promise<StartedDatabase> {
  const { oldSecret } = settings
  if (settings.database) {
    const { url, jobsUrl, ownerUrl, appSecret } = settings.database
    const place = 'the database of DATABASE_URL'
    return { databaseUrl: url, jobsUrl, ownerUrl, place, appSecret, oldSecret, stop: async () => undefined }
  }
  // Read first, since writing it may fail on a full disk, and nothing runs yet that would have to be stopped.
  const secrets = settings.appSecret ? { appSecret: settings.appSecret, oldSecret } : keptSecrets(settings.dataFolder)
  const { appUrl, jobsUrl, ownerUrl, stop } = await startEmbeddedPostgres(
    join(settings.dataFolder, 'database'),
    options,
  )
  return { databaseUrl: appUrl, jobsUrl, ownerUrl, place: settings.dataFolder, ...secrets, stop }
}

/** Applies all migrations, admits the secrets and checks that nothing prevents serving. */
export async function settleDatabase(database: StartedDatabase, say: (sentence: string) => void): Promise<Secrets> {
  const { databaseUrl, jobsUrl, appSecret } = database
  const oldSecret = await migrate(database)
  await settleQueues(database.ownerUrl, declaredJobs)
  const { logsValues } = await checkDatabase(databaseUrl).catch(error => {
    throw explainConnection(error, 'DATABASE_URL')
  })
  const queue = await checkDatabase(jobsUrl).catch(error => {
    throw explainConnection(error, 'DATABASE_JOBS_URL')
  })
  if (logsValues || queue.logsValues) say(logWarning)
  await checkClocks(databaseUrl, { toleratedSeconds: openingLifeSeconds, say })
  return { appSecret, oldSecret }
}

const logWarning =
  'PostgreSQL’s log may hold data about patients: set log_min_messages to log and log_error_verbosity to terse for its roles (docs/operations.md).'

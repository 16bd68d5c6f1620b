import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkDatabase } from '#db/check-database.ts'
import { migrate } from '#db/migrate.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import type { Settings } from './env.ts'
import { explainConnection } from './start-failure.ts'

export type StartedDatabase = {
  databaseUrl: string
  ownerUrl: string
  appSecret: string
  /** Ends the embedded one; the other is not ours. */
  stop: () => Promise<void>
}

type Options = {
  say: (sentence: string) => void
  /** For as long as we serve, it is started again whenever it has gone. */
  isKept?: boolean
}

/** The database given, or the embedded one, which is started. */
export async function startDatabase(settings: Settings, options: Options): Promise<StartedDatabase> {
  if (settings.database) {
    const { url, ownerUrl, appSecret } = settings.database
    return { databaseUrl: url, ownerUrl, appSecret, stop: async () => undefined }
  }
  const { appUrl, ownerUrl, stop } = await startEmbeddedPostgres(join(settings.dataFolder, 'database'), options)
  const appSecret = settings.appSecret ?? keptSecret(settings.dataFolder)
  return { databaseUrl: appUrl, ownerUrl, appSecret, stop }
}

/** All migrations applied, and nothing in the way of serving from it. */
export async function settleDatabase(database: StartedDatabase, say: (sentence: string) => void): Promise<void> {
  await migrate(database)
  const { logsValues } = await checkDatabase(database.databaseUrl).catch(error => {
    throw explainConnection(error, 'DATABASE_URL')
  })
  if (logsValues) say(logWarning)
}

const logWarning =
  'PostgreSQL’s log may hold data about patients: set log_min_messages to log and log_error_verbosity to terse for both roles (docs/operations.md).'

function keptSecret(folder: string): string {
  const path = join(folder, 'app-secret')
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  return readFileSync(path, 'utf8')
}

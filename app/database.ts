import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkDatabase } from '#db/check-database.ts'
import { migrate } from '#db/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import type { Settings } from './env.ts'
import { explainConnection } from './start-failure.ts'

export type OpenDatabase = { databaseUrl: string; ownerUrl: string; appSecret: string }

type Surroundings = {
  say: (sentence: string) => void
  /** Told as soon as there is something to stop. */
  onStarted: (database: EmbeddedPostgres) => void
}

/** The database given, or the embedded one, with all migrations applied. */
export async function openDatabase(settings: Settings, { say, onStarted }: Surroundings): Promise<OpenDatabase> {
  if (settings.database) {
    const { url, ownerUrl, appSecret } = settings.database
    await migrate({ ownerUrl, appSecret }).catch(error => {
      throw explainConnection(error, 'DATABASE_OWNER_URL')
    })
    const { logsValues } = await checkDatabase(url).catch(error => {
      throw explainConnection(error, 'DATABASE_URL')
    })
    if (logsValues) say(logWarning)
    return { databaseUrl: url, ownerUrl, appSecret }
  }
  const database = await startEmbeddedPostgres(join(settings.dataFolder, 'database'), { say, isKept: true })
  onStarted(database)
  const { ownerUrl, appUrl } = database
  const appSecret = settings.appSecret ?? keptSecret(settings.dataFolder)
  await migrate({ ownerUrl, appSecret })
  await checkDatabase(appUrl)
  return { databaseUrl: appUrl, ownerUrl, appSecret }
}

const logWarning =
  'PostgreSQL’s log may hold data about patients: set log_min_messages to log and log_error_verbosity to terse for both roles (docs/operations.md).'

function keptSecret(folder: string): string {
  const path = join(folder, 'app-secret')
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  return readFileSync(path, 'utf8')
}

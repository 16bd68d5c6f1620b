import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { declaredJobs } from '#app/server/jobs.ts'
import { migrate } from '#db/migrate.ts'
import { settleQueues } from '#db/queues.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { quickFolder } from './quick-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: { ownerUrl: string; appUrl: string; jobsUrl: string; adminUrl: string }
  }
}

export const testSecret = 'a secret for tests only, long enough to pass'
/** Migrated, and nothing in it. */
export const template = 'arcade_template'

/** One throw-away PostgreSQL for the whole run, migrated once. Tests keep apart by making a laboratory each. */
export default async function setup(project: TestProject) {
  process.stdout.write(`STORIES_SEED=${process.env.STORIES_SEED}\n`)
  if (process.env.TEST_POSTGRES_URL) return setUpGiven(project, process.env.TEST_POSTGRES_URL)
  const folder = await mkdtemp(join(quickFolder(), 'arcade-test-'))
  const postgres = await startEmbeddedPostgres(folder, { forTests: true })
  await migrate({ ownerUrl: postgres.ownerUrl, appSecret: testSecret })
  await settleQueues(postgres.ownerUrl, declaredJobs)
  await keepTemplate(postgres.adminUrl)
  project.provide('database', {
    ownerUrl: postgres.ownerUrl,
    appUrl: postgres.appUrl,
    jobsUrl: postgres.jobsUrl,
    adminUrl: postgres.adminUrl,
  })
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
    if (postgres.folder !== folder) await rm(postgres.folder, { recursive: true, force: true })
  }
}

/** Another version, run by hand for this and thrown away after: the database arcade there is made anew. */
async function setUpGiven(project: TestProject, adminUrl: string) {
  const password = randomBytes(24).toString('base64url')
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const { rows } = await admin.query<{ rolname: string }>('select rolname from pg_roles')
  for (const role of ['arcade_owner', 'arcade_app', 'arcade_jobs']) {
    const isThere = rows.some(({ rolname }) => rolname === role)
    await admin.query(`${isThere ? 'alter' : 'create'} role ${role} login password '${password}'`)
  }
  for (const statement of [
    'drop database if exists arcade with (force)',
    `create database arcade owner arcade_owner encoding utf8 locale_provider icu icu_locale 'fr-u-kn-true' template template0`,
    'revoke all on database arcade from public',
    'grant connect on database arcade to arcade_app, arcade_jobs',
  ])
    await admin.query(statement)
  await admin.end()
  const as = (username: string) => Object.assign(new URL(adminUrl), { username, password, pathname: 'arcade' }).href
  const database = {
    ownerUrl: as('arcade_owner'),
    appUrl: as('arcade_app'),
    jobsUrl: as('arcade_jobs'),
    adminUrl,
  }
  await migrate({ ownerUrl: database.ownerUrl, appSecret: testSecret })
  await settleQueues(database.ownerUrl, declaredJobs)
  await keepTemplate(adminUrl)
  project.provide('database', database)
}

/** What a test gets that needs a database of its own: a copy takes a tenth of the time of all migrations. */
async function keepTemplate(adminUrl: string) {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`drop database if exists ${template}`)
  await admin.query(`create database ${template} owner arcade_owner template arcade allow_connections false`)
  await admin.end()
}

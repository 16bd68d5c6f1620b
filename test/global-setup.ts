import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#db/migrate.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: { ownerUrl: string; appUrl: string; adminUrl: string }
  }
}

export const testSecret = 'a secret for tests only, long enough to pass'

/** One throw-away PostgreSQL for the whole run, migrated once. Tests keep apart by making a laboratory each. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'arcade-test-'))
  const postgres = await startEmbeddedPostgres(folder, { forTests: true })
  await migrate({ ownerUrl: postgres.ownerUrl, appSecret: testSecret })
  project.provide('database', {
    ownerUrl: postgres.ownerUrl,
    appUrl: postgres.appUrl,
    adminUrl: postgres.adminUrl,
  })
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
    if (postgres.folder !== folder) await rm(postgres.folder, { recursive: true, force: true })
  }
}

import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { begunDataFolder, RunningApp } from '../running-app.ts'
import { cheaplyHashed } from './cheap-password.ts'
import { collectMails } from './mails.ts'
import { password, secret } from './portal.ts'

/** One application for the run, as in production but for its throw-away data: built files, demonstration laboratories. */
export default async function setup() {
  process.stdout.write(`STORIES_SEED=${process.env.STORIES_SEED}\n`)
  const data = begunDataFolder()
  // Where the mails of the run are kept.
  process.env.ARCADE_DATA = data.path
  const mails = await collectMails(data.path)
  const app = new RunningApp({ DATA_DIR: data.path, LOG_LEVEL: 'info', ...mails.settings })
  const stop = async () => {
    if (!app.hasEnded) app.signal('SIGTERM')
    await app.ended()
    await mails.close()
    data.remove()
    // The start itself says with which password one may look around.
    const told = app.output.split('\n').find(line => line.startsWith('{') && secret.test(line))
    if (told) throw new Error(`A secret stands in the log: ${told}`)
  }
  process.env.ARCADE_ADDRESS = await app.ready().catch(async error => {
    await stop()
    throw error
  })
  // For tests that make a laboratory of their own. Adopts what runs there: nothing is started.
  const { ownerUrl, adminUrl } = await startEmbeddedPostgres(join(data.path, 'database'))
  process.env.ARCADE_OWNER_URL = ownerUrl
  await cheapenSigningIn(adminUrl)
  return stop
}

/** Of those who are there from the beginning. */
async function cheapenSigningIn(adminUrl: string) {
  const admin = new pg.Client({ connectionString: Object.assign(new URL(adminUrl), { pathname: 'arcade' }).href })
  await admin.connect()
  // No change that anybody made: no session ends, and nothing is noted.
  await admin.query('set session_replication_role = replica')
  await admin.query('update users set password_hash = $1 where password_hash is not null', [
    await cheaplyHashed(password),
  ])
  await admin.end()
}

import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '#app/server/api.ts'
import { keptSecrets } from '#app/server/kept-secret.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres.ts'
import { doChores } from '#tenancy/server/chores.ts'
import { readMail, startMailServer } from '../mail-server.ts'
import { expect } from './portal.ts'

const folderOf = (data: string) => join(data, 'mails')

/** A mail server for the run: each mail becomes a file, for tests in other processes. */
export async function collectMails(data: string) {
  const folder = folderOf(data)
  mkdirSync(folder)
  const { port, close } = await startMailServer(({ to: [to = ''], source }) => {
    const name = `${encodeURIComponent(to)}-${randomUUID()}`
    // Read only once it is whole.
    writeFileSync(join(folder, `.${name}`), source)
    renameSync(join(folder, `.${name}`), join(folder, name))
  })
  return { settings: { SMTP_URL: `smtp://127.0.0.1:${port}/?tls=off`, MAIL_FROM: 'portal@arcade.test' }, close }
}

/** The mails that somebody has been sent, as their mail program shows them. */
const mailsTo = (address: string) => {
  const folder = folderOf(process.env.ARCADE_DATA ?? '')
  return readdirSync(folder)
    .filter(name => name.startsWith(encodeURIComponent(address)))
    .map(name => readMail(readFileSync(join(folder, name), 'utf8')))
}

/** The one mail with these words that somebody is sent, once it has come; of their new device they hear beside it. */
export async function onlyMailTo(address: string, words: string) {
  const found = () =>
    mailsTo(address).flatMap(({ headers, parts: [text = ''] }) => (text.includes(words) ? [{ headers, text }] : []))
  await expect.poll(() => found().length, { timeout: 20_000 }).toBe(1)
  const [mail] = found()
  if (!mail) throw new Error('One has been counted.')
  return mail
}

/** What the running application does each minute, for one laboratory and now. */
export async function doChoresNow(laboratoryId: string) {
  const data = process.env.ARCADE_DATA ?? ''
  const { appUrl, jobsUrl } = await startEmbeddedPostgres(join(data, 'database'))
  const app = createApp({
    databaseUrl: appUrl,
    jobsUrl,
    ...keptSecrets(data),
    oldSecret: undefined,
    trustedProxies: 0,
    webRoot: join(import.meta.dirname, '../fixtures/web'),
    logLevel: 'silent',
    connections: 2,
    files: { storage: { folder: join(data, 'files') }, passage: join(data, 'passage') },
    mail: { from: 'portal@arcade.test', port: Number(new URL(process.env.ARCADE_ADDRESS ?? '').port) },
  })
  try {
    await doChores(app.chores, { laboratories: [laboratoryId] })
  } finally {
    await app.close()
  }
}

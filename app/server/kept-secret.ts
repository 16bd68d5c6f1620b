import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GivenSecrets } from '#db/signing-key.ts'

const current = (folder: string) => join(folder, 'app-secret')
const old = (folder: string) => join(folder, 'app-secret-old')
const next = (folder: string) => join(folder, 'app-secret-next')

const write = (path: string, secret: string) => writeFileSync(path, secret, { mode: 0o600, flush: true })

function made(path: string): string {
  if (!existsSync(path)) write(path, randomBytes(32).toString('base64url'))
  return readFileSync(path, 'utf8')
}

/** The secrets of an application that is given none: kept beside its data. */
export const keptSecrets = (folder: string): GivenSecrets => ({
  appSecret: made(current(folder)),
  oldSecret: existsSync(old(folder)) ? readFileSync(old(folder), 'utf8') : undefined,
})

/** Puts another in its place once `letIn` has let it in. Cut short at any moment, it can be asked for again. */
export async function replaceKeptSecret(folder: string, letIn: (secrets: GivenSecrets) => Promise<void>) {
  const { appSecret } = keptSecrets(folder)
  await letIn({ appSecret: made(next(folder)), oldSecret: appSecret })
  write(old(folder), appSecret)
  renameSync(next(folder), current(folder))
}

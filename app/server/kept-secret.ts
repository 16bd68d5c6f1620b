import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GivenSecrets } from '#db/signing-key.ts'
import { OperatorError } from '#kit/server/operator-error.ts'

const current = (folder: string) => join(folder, 'app-secret')
const old = (folder: string) => join(folder, 'app-secret-old')
const next = (folder: string) => join(folder, 'app-secret-next')

/** The length required of a configured secret. */
const secretLength = 32

/**
 * Written beside its place and renamed: a full disk would otherwise leave an empty file, and an empty secret lets anybody forge
 * sessions.
 */
function write(path: string, secret: string) {
  writeFileSync(`${path}.part`, secret, { mode: 0o600, flush: true })
  renameSync(`${path}.part`, path)
}

function whole(path: string): string {
  const secret = readFileSync(path, 'utf8')
  if (secret.length >= secretLength) return secret
  throw new OperatorError(
    `${path} holds no whole secret: put the file of a backup in its place. Without one delete it and run ` +
      '`npm run rotate-secret -- --sign-everyone-out`; everybody signs in again, and nothing else is lost.',
  )
}

function made(path: string): string {
  if (!existsSync(path)) write(path, randomBytes(32).toString('base64url'))
  return whole(path)
}

/** The secrets of an application without configured ones: kept beside its data. */
export const keptSecrets = (folder: string): GivenSecrets => ({
  appSecret: made(current(folder)),
  oldSecret: existsSync(old(folder)) ? whole(old(folder)) : undefined,
})

/** Replaces the secret once `letIn` has admitted the new one. Can be repeated after an interruption at any point. */
export async function replaceKeptSecret(folder: string, letIn: (secrets: GivenSecrets) => Promise<void>) {
  const { appSecret } = keptSecrets(folder)
  await letIn({ appSecret: made(next(folder)), oldSecret: appSecret })
  write(old(folder), appSecret)
  renameSync(next(folder), current(folder))
}

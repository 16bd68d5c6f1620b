// npm run rotate-secret [-- --sign-everyone-out]
// Admits another APP_SECRET, with the settings of the start; docs/operations.md says when to restart what.
import { parseArgs } from 'node:util'
import { readSettings, type Settings } from '#app/env.ts'
import { replaceKeptSecret } from '#app/server/kept-secret.ts'
import { type GivenSecrets, hoursToForget, minutesToRestart, replaceSecret, rotateSecret } from '#db/signing-key.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import { visitEmbeddedPostgres } from '#kit/server/visit-embedded-postgres.ts'

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

async function rotate(settings: Settings, signsEveryoneOut: boolean): Promise<void> {
  const embedded = settings.database ? undefined : await visitEmbeddedPostgres(settings.dataFolder, say)
  const ownerUrl = embedded?.ownerUrl ?? settings.database?.ownerUrl ?? ''
  const letIn = (secrets: GivenSecrets) =>
    signsEveryoneOut ? replaceSecret(ownerUrl, secrets.appSecret) : rotateSecret(ownerUrl, secrets)
  const { appSecret, oldSecret } = settings
  try {
    if (!appSecret) await replaceKeptSecret(settings.dataFolder, letIn)
    else if (oldSecret || signsEveryoneOut) await letIn({ appSecret, oldSecret })
    else {
      throw new OperatorError(
        'APP_SECRET_OLD is not set: expected the secret used so far, and in APP_SECRET the one to take its place.',
      )
    }
  } finally {
    await embedded?.close()
  }
  if (signsEveryoneOut) say('The secret is replaced: restart now. Everybody is signed out.')
  else if (!appSecret) say('The secret is replaced: the next start uses it, and nobody is signed out.')
  else {
    say(
      `The secret is let in: restart all processes within ${minutesToRestart} minutes, with APP_SECRET and APP_SECRET_OLD as they are now. APP_SECRET_OLD can go after ${hoursToForget} hours.`,
    )
  }
}

try {
  const { values } = parseArgs({ options: { 'sign-everyone-out': { type: 'boolean', default: false } } })
  await rotate(readSettings(process.env), values['sign-everyone-out'])
} catch (error) {
  const isMistake = error instanceof OperatorError || (error instanceof TypeError && 'code' in error)
  process.stderr.write(`${isMistake ? (error as Error).message : error instanceof Error ? error.stack : error}\n`)
  process.exitCode = 1
}

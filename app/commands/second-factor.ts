// npm run second-factor -- <host> <login>
// Removes a second factor that its user has lost, where no administrator of the laboratory can: their own, say.
import { migrate } from '#db/migrate.ts'
import { takeSecondFactorAwayAt } from '#db/second-factor.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import { runCommand } from './command.ts'

function readAsked() {
  const [host, login, ...others] = process.argv.slice(2)
  if (!host || !login || others.length > 0)
    throw new OperatorError('Expected the host of the laboratory and a login: npm run second-factor -- <host> <login>')
  return { host: host.toLowerCase(), login: login.normalize('NFC').toLowerCase() }
}

await runCommand({ read: readAsked, isShared: true }, async ({ host, login }, { database }) => {
  await migrate(database)
  await takeSecondFactorAwayAt(database.ownerUrl, host, login)
  return `${login} signs in with the password alone from now on, and is signed out everywhere.`
})

// npm run laboratory [-- --help]
// Makes a laboratory that practices can work with, beside the running application or without it, and prints the link
// with which its administrator chooses a password.
import { migrate } from '#db/migrate.ts'
import { inviteAdministratorAgain, makeLaboratory } from '#db/seed/make-laboratory.ts'
import type { Link } from '#features/auth/server/link.ts'
import { originOf } from '#tenancy/server/outbox.ts'
import { runCommand } from './command.ts'
import { help, readAsked } from './laboratory-answers.ts'

if (process.argv.includes('--help')) process.stdout.write(help)
else {
  await runCommand(
    { read: () => readAsked(process.argv.slice(2)), isShared: true, mayBegin: true },
    async (asked, { database, settings }) => {
      await migrate(database)
      const { ownerUrl } = database
      const origin = originOf(asked.host, settings.port)
      if (asked.what === 'link') {
        const link = await inviteAdministratorAgain(ownerUrl, asked.host)
        return invitation(origin, link, link.login, settings.port)
      }
      const { administrator, name } = asked.laboratory
      const { link, ...made } = await makeLaboratory(ownerUrl, asked.laboratory, new Date())
      return [
        `${name} is made, with ${made.products} products without prices, ${made.holidays} public holidays until the end of ${made.holidaysUntil} and supplies.`,
        invitation(origin, link, administrator.login, settings.port),
      ].join('\n')
    },
  )
}

function invitation(origin: string, { path, expiresAt }: Link, login: string, port: number) {
  const until = expiresAt.slice(0, 10)
  // Before the portal is running, the link leads nowhere.
  const proxy = origin.startsWith('https:') ? `, behind a proxy that brings ${origin} to port ${port}` : ''
  return [
    `Until ${until} the administrator, who signs in as ${login}, chooses a password here, once:`,
    `${origin}${path}`,
    `It answers while npm start runs${proxy}.`,
  ].join('\n')
}

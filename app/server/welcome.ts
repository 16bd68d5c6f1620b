import { openToOthers, type Settings } from '#app/env.ts'
import { demonstrationAccounts, demonstrationPassword } from '#db/seed/demonstration.ts'
import { originOf } from '#tenancy/server/outbox.ts'
import type { Contents } from './demonstration.ts'

const mostShown = 5

/** The operator's welcome, printed when the start is done. */
export function welcome(address: string, port: number, settings: Settings, contents: Contents): string {
  const lines = ['', `  Arcade is ready: ${address}`, '']
  if (contents === 'nothing')
    lines.push(
      '  No laboratory is here yet: make one with `npm run laboratory`, beside this or before the next start.',
      '',
    )
  if (typeof contents === 'object') lines.push(...places(contents.hosts, port), '')
  if (contents === 'demonstration') lines.push(...accounts(port), '')
  if (contents === 'demonstration' && openToOthers(settings))
    lines.push('  DEMO=1: whoever reaches this address can sign in with this password.', '')
  // The demonstration's addresses are not real; in a laboratory, invitations would not be sent.
  if (contents !== 'demonstration' && !settings.mail.server)
    lines.push(
      '  SMTP_URL is not set: no mail leaves. Invitations are handed over by “Copy the link” in the console, and mails',
      '  are kept there.',
      '',
    )
  if (!settings.database) lines.push(`  Data is kept in ${settings.dataFolder}. Ctrl-C stops.`, '')
  return lines.join('\n')
}

function accounts(port: number): string[] {
  const rows = demonstrationAccounts.map(({ login, host, note }) => [`http://${host}:${port}`, login, note] as const)
  const widthOf = (column: 0 | 1) => Math.max(...rows.map(row => row[column].length)) + 3
  const line = ([at, login, note]: (typeof rows)[number], before: string | undefined) =>
    `  ${(at === before ? '' : at).padEnd(widthOf(0))}${login.padEnd(widthOf(1))}${note}`
  return [
    `  Demonstration accounts, all with the password ${demonstrationPassword}`,
    ...rows.map((row, index) => line(row, rows[index - 1]?.[0])),
  ]
}

/** The addresses of the portals: this machine's own is no laboratory's. */
function places(hosts: Exclude<Contents, string>['hosts'], port: number): string[] {
  const more = hosts.length - mostShown
  return [
    ...hosts.slice(0, mostShown).map(({ name, host }) => `  ${name}: ${originOf(host, port)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

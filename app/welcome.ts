import { demonstrationAccounts, demonstrationPassword } from '#db/seed/demonstration.ts'
import type { Settings } from './env.ts'

/** What the operator reads when the start is done. */
export function welcome(address: string, port: number, settings: Settings): string {
  const lines = ['', `  Arcade is ready: ${address}`, '']
  if (!settings.database) {
    const rows = demonstrationAccounts.map(({ login, host, note }) => [`http://${host}:${port}`, login, note] as const)
    const widthOf = (column: 0 | 1) => Math.max(...rows.map(row => row[column].length)) + 3
    const line = ([at, login, note]: (typeof rows)[number], before: string | undefined) =>
      `  ${(at === before ? '' : at).padEnd(widthOf(0))}${login.padEnd(widthOf(1))}${note}`
    lines.push(
      `  Demonstration accounts, all with the password ${demonstrationPassword}`,
      ...rows.map((row, index) => line(row, rows[index - 1]?.[0])),
      '',
      `  Data is kept in ${settings.dataFolder}. Ctrl-C stops.`,
      '',
    )
  }
  return lines.join('\n')
}

// npm run --silent erasures > /backups/erased.txt
// npm run erasures -- /backups/erased.txt
// Prints what was erased, to be kept beside the backups; after a restore, erases what such a list names once more.
import { readFile } from 'node:fs/promises'
import { eraseAgain, listErased } from '#db/backup/erased.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import { runCommand } from './command.ts'

const usage = 'Expected: npm run erasures, or npm run erasures -- <a list that it has printed>'

async function read(): Promise<string[] | undefined> {
  const [file, ...others] = process.argv.slice(2)
  if (others.length > 0) throw new OperatorError(usage)
  if (file === undefined) return undefined
  const text = await readFile(file, 'utf8').catch(() => {
    throw new OperatorError(`${file} cannot be read.`)
  })
  return text.split('\n').filter(Boolean)
}

await runCommand({ read, isShared: true }, async (lines, { database: { ownerUrl } }) => {
  if (!lines) return (await listErased(ownerUrl)).join('\n')
  return `${await eraseAgain(ownerUrl, lines)} of ${lines.length} were there again, and are erased.`
})

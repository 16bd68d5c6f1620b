// `npm run bench:second-visit`: what a browser that was here before fetches again after one screen has changed by a line. Read from
// the build that is there: a file gets another name with its content, and so does every file that names it.
import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { readWebBuild } from '../app/server/web-build.ts'
import type { ScreenFiles } from '../scripts/screen-files.ts'

const root = resolve(import.meta.dirname, '../dist/web')
const build = readWebBuild(root, 'practice', file => readFileSync(join(root, file), 'utf8'))
const files = globSync('assets/*.{js,css}', { cwd: root })
const texts = new Map(files.map(file => [file, readFileSync(join(root, file), 'utf8')]))
const namedBy = new Map(
  files.map(file => [file, files.filter(other => other !== file && texts.get(other)?.includes(basename(file)))]),
)

/** These and whatever names them, and so on. */
function renamed(changed: string): Set<string> {
  const found = new Set([changed])
  for (const file of found) for (const other of namedBy.get(file) ?? []) found.add(other)
  return found
}

const kilobytes = (some: Iterable<string>) =>
  [...some].reduce((bytes, file) => bytes + statSync(join(root, `${file}.br`)).size, 0) / 1000

const screens = JSON.parse(readFileSync(join(root, '.vite/screen-files.json'), 'utf8')) as ScreenFiles
const first = new Set(build.preloads('fr', '/cases', true))
for (const name of ['InvoiceListScreen', 'CaseScreen', 'AbsenceListScreen', 'DashboardScreen']) {
  const file = screens[name]?.file
  if (!file) continue
  const all = renamed(file)
  const atFirst = [...all].filter(one => first.has(one))
  const said = [
    `${name}: ${kilobytes([file]).toFixed(1)} kB changed`,
    `${all.size} of ${files.length} files have another name (${kilobytes(all).toFixed(0)} of ${kilobytes(files).toFixed(0)} kB)`,
    `${kilobytes(atFirst).toFixed(1)} of ${kilobytes(first).toFixed(1)} kB of /cases fetched again`,
  ]
  process.stdout.write(`${said.join('; ')}\n`)
}

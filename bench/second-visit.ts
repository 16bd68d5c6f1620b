// `npm run bench:second-visit`: what a browser that was here before fetches again after a deployment that has changed one line.
// The portal is built once more for each such line, and compared with the build that is there by the names of its files.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { readWebBuild } from '../app/server/web-build.ts'
import { placeOf } from '../kit/web/places.ts'
import { placeFiles } from '../scripts/place-chunks.ts'

type Line = { what: string; file: string; from: string; to: string }
const lines: Line[] = [
  { what: 'nothing', file: 'kit/web/ui/button.css', from: '', to: '' },
  { what: 'a screen', file: 'features/invoices/web/invoice-list-screen.tsx', from: '{t.title}', to: '{t.description}' },
  { what: 'a screen that others import', file: 'features/cases/web/case-screen.tsx', from: '"case__', to: '"cases__' },
  { what: 'a word', file: 'features/absences/text/fr.ts', from: 'Déclarer une', to: 'Déclarer cette' },
  {
    what: 'a word of the list of cases',
    file: 'features/cases/text/fr.ts',
    from: 'avez répondu',
    to: 'avez bien répondu',
  },
  { what: 'a dialog of the kit', file: 'kit/web/ui/dialog.tsx', from: 'dialog__head', to: 'dialog__top' },
  { what: 'a sheet of every page', file: 'kit/web/ui/button.css', from: 'gap: 8px', to: 'gap: 7px' },
  { what: 'a button of the kit', file: 'kit/web/ui/button.tsx', from: "'button--wide'", to: "'button--full'" },
]

const root = resolve(import.meta.dirname, '..')
const present = join(root, 'dist/web')
const filesOf = (folder: string) => readdirSync(join(folder, 'assets')).filter(file => /\.(js|css)$/.test(file))
const before = new Set(filesOf(present))
const { preloads } = readWebBuild(present, 'practice', file => readFileSync(join(present, file), 'utf8'))
/** By their places: what a name says besides what is in the file. */
const first = new Set(preloads('fr', '/cases', true).map(file => placeOf(file.replace('assets/', ''))))

const folder = mkdtempSync(join(tmpdir(), 'second-visit-'))
try {
  for (const line of lines) {
    await build({
      root,
      logLevel: 'error',
      plugins: [withLine(line)],
      build: { outDir: folder, emptyOutDir: true },
    })
    placeFiles(folder)
    const files = filesOf(folder)
    const fetched = files.filter(file => !before.has(file)).map(file => ({ file, bytes: sizeOf(file) }))
    const kilobytes = (some: typeof fetched) => (some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000).toFixed(1)
    const atFirst = fetched.filter(({ file }) => first.has(placeOf(file)))
    const said = [
      `${line.what}: ${fetched.length} of ${files.length} files have another name (${kilobytes(fetched)} kB)`,
      `${kilobytes(atFirst)} kB of them come with /cases`,
      fetched.map(({ file }) => file).join(' '),
    ]
    process.stdout.write(`${said.join('; ')}\n`)
  }
} finally {
  rmSync(folder, { recursive: true })
}

function withLine({ file, from, to }: Line): Plugin {
  let isThere = false
  return {
    name: 'with-line',
    enforce: 'pre',
    transform(code, id) {
      if (id !== join(root, file)) return
      if (!code.includes(from)) throw new Error(`No ${from} in ${file}.`)
      isThere = true
      return code.replace(from, to)
    },
    buildEnd(error) {
      if (!error && !isThere) throw new Error(`${file} is not in the build.`)
    },
  }
}

function sizeOf(file: string): number {
  return brotliCompressSync(readFileSync(join(folder, 'assets', file))).length
}

// Builds the web part into dist/web; with --if-stale only when its sources have changed since.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = resolve(import.meta.dirname, '..')
const output = join(root, 'dist', 'web')
const stamp = join(root, 'dist', 'web-sources')

const sources = fingerprint()
const isFresh = existsSync(stamp) && existsSync(output) && readFileSync(stamp, 'utf8') === sources
if (!(isFresh && process.argv.includes('--if-stale'))) await build()

async function build(): Promise<void> {
  process.stdout.write('Building the web part …\n')
  // Gone first, so that a build cut short counts as stale.
  rmSync(stamp, { force: true })
  // As part of a start only what stops it is of interest; the advice is for `npm run build`.
  const level = process.argv.includes('--if-stale') ? 'error' : 'warn'
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const staff = join(root, 'dist', 'staff')
  // Side by side. One build for each audience, so that no file serves both; and the first pictures of the screens
  // (app/frame/shells.tsx): built for Node, drawn once, thrown away.
  const isBuilt = await all([
    [vite, 'build', '--logLevel', level],
    [vite, 'build', '--mode', 'staff', '--outDir', staff, '--emptyOutDir', '--logLevel', level],
    [vite, 'build', '--ssr', 'app/frame/shells.tsx', '--outDir', 'dist/shells', '--logLevel', 'error'],
  ])
  // Only now: the other build has emptied the folder around it.
  if (isBuilt) {
    renameSync(staff, join(output, 'staff'))
    const { placeFiles } = await import('./place-chunks.ts')
    placeFiles(output)
    placeFiles(join(output, 'staff'))
  }
  const draw = (audience: string) => [join(root, 'scripts', 'render-shells.ts'), audience]
  const isDrawn = isBuilt && (await all([draw('practice'), draw('staff')]))
  if (!isDrawn) {
    process.exitCode = 1
    return
  }
  await compress()
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, sources)
}

/** Whether each of these programs, run at once, has done its work. */
async function all(programs: string[][]): Promise<boolean> {
  const ends = programs.map(args => once(spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }), 'exit'))
  return (await Promise.all(ends)).every(([code]) => code === 0)
}

/** Of everything the web part is made from: by content, since a clone or a branch change gives files a new time. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const patterns = [
    '{app,features,tenancy,kit}/**/*',
    'vite.config.ts',
    'package-lock.json',
    'scripts/{build,browser-contracts,chunks,compile-while-loading,fetch-chunks,one-audience,place-chunks,render-shells,screen-files,smaller-way-in}.ts',
  ]
  const skip = (path: { name: string }) => ['server', 'commands'].includes(path.name) || /\.test\.tsx?$/.test(path.name)
  const files = globSync(patterns, { cwd: root, exclude: skip, withFileTypes: true }).filter(entry => entry.isFile())
  for (const path of files.map(entry => join(entry.parentPath, entry.name)).sort()) {
    hash.update(`${path.slice(root.length)}\n`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** Once here rather than at each request; the server picks the file that the browser accepts. */
async function compress(): Promise<void> {
  const files = globSync('**/*.{js,css,svg,json,txt,html}', { cwd: output }).filter(
    // Pictures are filled in before they are sent.
    file => !file.startsWith('.') && !file.includes('shells/'),
  )
  const brotli = promisify(brotliCompress)
  await Promise.all(
    files.map(async file => {
      const path = join(output, file)
      const content = await readFile(path)
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      }
      await writeFile(`${path}.br`, await brotli(content, { params }))
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

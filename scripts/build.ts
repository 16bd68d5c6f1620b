// Builds the web part into dist/web; with --if-stale only when its sources have changed since.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = resolve(import.meta.dirname, '..')
const output = join(root, 'dist', 'web')
const stamp = join(root, 'dist', 'web-sources')

const sources = fingerprint()
const isFresh = existsSync(stamp) && existsSync(output) && readFileSync(stamp, 'utf8') === sources
if (!(isFresh && process.argv.includes('--if-stale'))) build()

function build(): void {
  process.stdout.write('Building the web part …\n')
  // Gone first, so that a build cut short counts as stale.
  rmSync(stamp, { force: true })
  // As part of a start only what stops it is of interest; the advice is for `npm run build`.
  const level = process.argv.includes('--if-stale') ? 'error' : 'warn'
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', level], { cwd: root, stdio: 'inherit' })
  const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0
  // The first pictures of the screens (app/portal/shells.tsx): built for Node, drawn once, thrown away.
  const pictures = ['build', '--ssr', 'app/portal/shells.tsx', '--outDir', 'dist/shells', '--logLevel', 'error']
  if (status !== 0 || !run(vite, ...pictures) || !run(join(root, 'scripts', 'render-shells.ts'))) {
    process.exitCode = 1
    return
  }
  compress()
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, sources)
}

/** Of everything the web part is made from: by content, since a clone or a branch change gives files a new time. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const patterns = [
    '{app,features,tenancy,kit}/**/*',
    'vite.config.ts',
    'package-lock.json',
    'scripts/{build,browser-contracts,chunks,fetch-chunks,screen-files}.ts',
  ]
  const skip = (path: { name: string }) => ['server', 'commands'].includes(path.name) || /\.test\.tsx?$/.test(path.name)
  const files = globSync(patterns, { cwd: root, exclude: skip, withFileTypes: true }).filter(entry => entry.isFile())
  for (const path of files.map(entry => join(entry.parentPath, entry.name)).sort()) {
    hash.update(`${path.slice(root.length)}\n`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** Once here rather than at each request; the server picks the file that the browser accepts. */
function compress(): void {
  const files = globSync('**/*.{js,css,svg,json,txt,html}', { cwd: output }).filter(file => !file.startsWith('.'))
  for (const path of files.map(file => join(output, file))) {
    const content = readFileSync(path)
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    }
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}

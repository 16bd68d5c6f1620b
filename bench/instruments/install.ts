import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const stamp = join(folder, 'node_modules', '.installed-lock')

/** Nobody who starts or tests the product waits for what only measures it. */
export function installInstruments(): void {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  process.stdout.write('Installing Lighthouse and recheck in bench/instruments …\n')
  const args = ['ci', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) {
    process.stderr.write(
      'Lighthouse and recheck could not be installed, see above: they need a registry once. `npm test` does without them.\n',
    )
    process.exit(1)
  }
  writeFileSync(stamp, lock)
}

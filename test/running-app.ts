import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { quickFolder } from './quick-folder.ts'

const root = resolve(import.meta.dirname, '..')

/** What Node has made of our files, kept from one start to the next: half of the processor time that each takes. */
export const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') }

/** Each start does it by itself; beforehand, no test waits for it. */
export function buildWhenStale(): void {
  spawnSync(process.execPath, [join(root, 'scripts', 'build.ts'), '--if-stale'], {
    env: { ...process.env, ...compiled },
    stdio: 'ignore',
  })
}

/** `npm start` without npm, in a process group of its own like a terminal makes one. */
export class RunningApp {
  output = ''
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>

  constructor(settings: Record<string, string>, ...options: string[]) {
    const inherited = { PATH: process.env.PATH, HOME: process.env.HOME, ...compiled }
    this.#child = spawn(process.execPath, [join(root, 'app', 'main.ts'), ...options], {
      env: { ...inherited, PORT: '0', LOG_LEVEL: 'silent', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const collect = (chunk: Buffer) => {
      this.output += chunk
    }
    this.#child.stdout?.on('data', collect)
    this.#child.stderr?.on('data', collect)
    this.#ended = once(this.#child, 'close')
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** Resolves with its address once it says that it is ready. */
  async ready(): Promise<string> {
    for (;;) {
      const address = /is ready: (\S+)/.exec(this.output)?.[1]
      if (address) return address
      if (this.hasEnded) throw new Error(`The application ended instead of starting:\n${this.output}`)
      await Promise.race([once(this.#child.stdout ?? this.#child, 'data'), this.#ended])
    }
  }

  /** To the whole group, as the terminal does with Ctrl-C. */
  signal(name: NodeJS.Signals): void {
    process.kill(-this.pid, name)
  }

  /** Resolves with the exit code. */
  async ended(): Promise<number | null> {
    await this.#ended
    return this.#child.exitCode
  }
}

/**
 * What a first start leaves in an empty folder, where `npm test` has kept it (scripts/test.ts): making it anew takes five times
 * the processor time of a start. Elsewhere the folder is empty, and the first start on it is a first one.
 */
export function begunDataFolder() {
  const folder = newDataFolder()
  const begun = process.env.ARCADE_BEGUN
  // With its owners: as root, PostgreSQL runs as another user.
  if (begun && process.platform !== 'win32') spawnSync('cp', ['-Rp', `${begun}/.`, folder.path], { stdio: 'inherit' })
  return folder
}

/** A first start, of which the data is left. Its screens are of no interest, and it does not wait for their build. */
export async function beginIn(folder: { path: string }): Promise<void> {
  const app = new RunningApp({ DATA_DIR: folder.path }, '--web-root', join(root, 'test', 'fixtures', 'web'))
  await app.ready()
  app.signal('SIGTERM')
  await app.ended()
}

/** A data folder of its own. Its removal also ends what a failed test has left running on it. */
export function newDataFolder() {
  const path = mkdtempSync(join(quickFolder(), 'arcade-data-'))
  // As root, PostgreSQL runs as another user, who has to enter.
  chmodSync(path, 0o755)
  return {
    path,
    remove() {
      end(applicationOn(path), 'SIGKILL')
      end(postmasterOf(path), 'SIGQUIT')
      rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

function end(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(pid, signal)
  } catch {
    // It had ended, and could not take its note of itself along.
  }
}

function applicationOn(dataFolder: string): number | undefined {
  const note = join(dataFolder, 'running.txt')
  if (existsSync(note)) return Number(/^process (\d+)/.exec(readFileSync(note, 'utf8'))?.[1])
}

/** The process number of the database that runs on this data folder, if one does. */
export function postmasterOf(dataFolder: string): number | undefined {
  const pidFile = join(dataFolder, 'database', 'cluster', 'postmaster.pid')
  if (existsSync(pidFile)) return Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
}

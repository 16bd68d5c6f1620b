import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds that PostgreSQL has worked, whichever of its processes; where the system does not tell, nothing. */
export function processorTimeOf(cluster: string): number {
  if (process.platform !== 'linux') return Number.NaN
  const postmaster = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0] ?? ''
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  // Of the first also what those did who have ended.
  return workOf(postmaster, 4) + children.reduce((sum, pid) => sum + workOf(pid, 2), 0)
}

/**
 * Milliseconds that a role's connections to one database have worked, to the microsecond: what else the machine does is not in
 * it, only what it has pushed out of the caches.
 */
export function processorTimeOfDatabase(cluster: string, role: string, database: string): number {
  if (process.platform !== 'linux') return Number.NaN
  const postmaster = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0] ?? ''
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  return children.reduce((sum, pid) => sum + runTimeOf(pid, `${role} ${database} `), 0)
}

function runTimeOf(pid: string, title: string): number {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(title)) return 0
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

export const processorTimeOfProcess = (pid: number): number =>
  process.platform === 'linux' ? workOf(String(pid), 2) : Number.NaN

/** From utime on, in hundredths of a second; a process may end while it is asked. */
function workOf(pid: string, fields: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 11 + fields)
    return 10 * stat.reduce((sum, field) => sum + Number(field), 0)
  } catch {
    return 0
  }
}

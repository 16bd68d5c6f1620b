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

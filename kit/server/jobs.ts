/** `lastDoneAt`: before the first success, the time since when one has been expected. */
export type JobRecord = { done: number; failed: number; givenUp: number; lastDoneAt: Date }

/** Outcomes of background work in this process, by name, for metrics. */
export const jobs = new Map<string, JobRecord>()

/** Registers work from now on, so that metrics show it at zero and notice when it is not done. */
export function expectJob(name: string): JobRecord {
  const record = jobs.get(name) ?? { done: 0, failed: 0, givenUp: 0, lastDoneAt: new Date() }
  jobs.set(name, record)
  return record
}

/** Records the outcome of the work and passes it on. */
export async function recorded<T>(name: string, work: Promise<T>): Promise<T> {
  const record = expectJob(name)
  try {
    const result = await work
    record.done += 1
    record.lastDoneAt = new Date()
    return result
  } catch (error) {
    record.failed += 1
    throw error
  }
}

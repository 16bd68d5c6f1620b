/** `lastDoneAt`: until it has been done once, since when it should have been. */
export type JobRecord = { done: number; failed: number; givenUp: number; lastDoneAt: Date }

/** How what goes on without being asked has gone in this process, by its name: for the figures of operation. */
export const jobs = new Map<string, JobRecord>()

/** From now on it is missed when it is not done, and seen at nought before its first turn. */
export function expectJob(name: string): JobRecord {
  const record = jobs.get(name) ?? { done: 0, failed: 0, givenUp: 0, lastDoneAt: new Date() }
  jobs.set(name, record)
  return record
}

/** Passes on what the work makes of itself, and remembers it. */
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

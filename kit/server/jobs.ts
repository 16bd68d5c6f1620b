export type JobRecord = { done: number; failed: number; lastDoneAt: Date | undefined }

/** How what goes on without being asked has gone in this process, by its name: for the figures of operation. */
export const jobs = new Map<string, JobRecord>()

/** Passes on what the work makes of itself, and remembers it. */
export async function recorded<T>(name: string, work: Promise<T>): Promise<T> {
  const record = jobs.get(name) ?? { done: 0, failed: 0, lastDoneAt: undefined }
  jobs.set(name, record)
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

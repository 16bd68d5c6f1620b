import { createHash } from 'node:crypto'
import type { Laboratory } from './actor.ts'

/** A job's input: access to its laboratory, opened when needed, and the ids it is about. */
export type JobAsked<K extends string> = {
  ids: Readonly<Record<K, string>>
  /** A transaction of its own each time, so that none is open while the work waits for an external server. */
  inLaboratory: <T>(mode: 'read' | 'write', work: (laboratory: Laboratory) => Promise<T>) => Promise<T>
  /** Aborted when the job has taken too long and another process may start it again. */
  signal: AbortSignal
}

/**
 * Work done after the transaction that asks for it has committed, by any process. It may be started more than once, so it must
 * check before it acts. `Means`: what the work needs of the application.
 */
export type Job<K extends string = string, Means = unknown> = {
  /** The name in metrics and the log. */
  name: string
  /** A job carries only ids: the queue's tables know no laboratory, so they must hold none of its data. */
  ids: readonly K[]
  retries: number
  /** The first pause before a retry, and the longest one. */
  pauseSeconds: { first: number; longest: number }
  /** After this a process working on the job counts as dead. */
  longestSeconds: number
  /** Limit per process; one laboratory gets half of it at most. */
  atOnce: number
  /** How many jobs are fetched and run side by side in place of one: for work that mostly waits for another server. */
  together?: number
  work: (asked: JobAsked<K>, means: Means) => Promise<void>
  /** Runs after the last failed try. */
  giveUp?: (asked: JobAsked<K>, means: Means) => Promise<void>
}

export type JobSender = {
  /** Enqueued in the actor's transaction: with it or not at all. Enqueuing an id that is already there does nothing. */
  enqueue: <K extends string>(
    actor: Pick<Laboratory, 'tx' | 'brandId'>,
    job: Pick<Job<K>, 'name' | 'ids'>,
    ids: Readonly<Record<K, string>>,
    id?: string,
  ) => Promise<void>
  /** The same for many jobs in one statement. */
  enqueueAll: <K extends string>(
    actor: Pick<Laboratory, 'tx' | 'brandId'>,
    job: Pick<Job<K>, 'name' | 'ids'>,
    asked: readonly { id?: string; ids: Readonly<Record<K, string>> }[],
  ) => Promise<void>
}

export const job = <const K extends string, Means>(declared: Job<K, Means>) => declared

/** The job id of one turn of recurring work, so that each turn is enqueued once. */
export const idOfTurn = (id: string, turn: number) =>
  createHash('sha256')
    .update(`${id}/${turn}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')

/** The queue that takes jobs after their last try. */
export const givenUpQueue = ({ name }: Pick<Job, 'name'>) => `${name}_given_up`
const daysKept = 14 * 24 * 60 * 60

type Declared = Pick<Job, 'name' | 'retries' | 'pauseSeconds' | 'longestSeconds'>

/** The settings in pg-boss's terms. */
export const queueOf = ({ name, retries, pauseSeconds, longestSeconds }: Declared) => ({
  retryLimit: retries,
  retryBackoff: true,
  retryDelay: pauseSeconds.first,
  retryDelayMax: pauseSeconds.longest,
  expireInSeconds: longestSeconds,
  deleteAfterSeconds: daysKept,
  deadLetter: givenUpQueue({ name }),
})

export const queueOfGivenUp = {
  retryLimit: 10,
  retryBackoff: true,
  retryDelay: 5,
  retryDelayMax: 600,
  expireInSeconds: 60,
  deleteAfterSeconds: daysKept,
}

import { createHash } from 'node:crypto'
import type { Laboratory } from './actor.ts'

/** What a job is told: the laboratory, which it opens when it needs it, and ids of what it is about. */
export type JobAsked<K extends string> = {
  ids: Readonly<Record<K, string>>
  /** A transaction of its own each time: none is open while the work waits for somebody else's server. */
  inLaboratory: <T>(mode: 'read' | 'write', work: (laboratory: Laboratory) => Promise<T>) => Promise<T>
  /** Aborted when the job has taken too long and another process may begin it anew. */
  signal: AbortSignal
}

/**
 * Something to be done once what asked for it is committed, by whichever process comes first. It may be begun more than
 * once, so it looks before it does. `Means`: what the work needs of the application.
 */
export type Job<K extends string = string, Means = unknown> = {
  /** How figures and the log call it. */
  name: string
  /** Ids are all that it carries: the queue's tables know no laboratory, so nothing of one may lie in them. */
  ids: readonly K[]
  retries: number
  /** The first pause before it is tried again, and how long pauses may grow. */
  pauseSeconds: { first: number; longest: number }
  /** After that a process that works on it counts as gone. */
  longestSeconds: number
  /** In each process; one laboratory has half of them at most. */
  atOnce: number
  /** So many are taken from the queue and done side by side where one would be: for what mostly waits for another server. */
  together?: number
  work: (asked: JobAsked<K>, means: Means) => Promise<void>
  /** After the last try. */
  giveUp?: (asked: JobAsked<K>, means: Means) => Promise<void>
}

export type JobSender = {
  /**
   * Written in the actor's transaction: with it or not at all. A job that is asked for by an id is there once, however
   * often it is.
   */
  enqueue: <K extends string>(
    actor: Pick<Laboratory, 'tx' | 'brandId'>,
    job: Pick<Job<K>, 'name' | 'ids'>,
    ids: Readonly<Record<K, string>>,
    id?: string,
  ) => Promise<void>
  /** Many of them in one statement. */
  enqueueAll: <K extends string>(
    actor: Pick<Laboratory, 'tx' | 'brandId'>,
    job: Pick<Job<K>, 'name' | 'ids'>,
    asked: readonly { id?: string; ids: Readonly<Record<K, string>> }[],
  ) => Promise<void>
}

export const job = <const K extends string, Means>(declared: Job<K, Means>) => declared

/** Of what is asked for again and again: each time once, by whichever process comes first. */
export const idOfTurn = (id: string, turn: number) =>
  createHash('sha256')
    .update(`${id}/${turn}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')

/** Where a job goes after its last try. */
export const givenUpQueue = ({ name }: Pick<Job, 'name'>) => `${name}_given_up`
const daysKept = 14 * 24 * 60 * 60

type Declared = Pick<Job, 'name' | 'retries' | 'pauseSeconds' | 'longestSeconds'>

/** How pg-boss is told. */
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

import { beforeAll, beforeEach, type RunnerTestSuite } from 'vitest'
import { dayInZone } from '#kit/day.ts'

const dayNow = () => dayInZone(new Date(), 'Europe/Paris')

/** The day it is where the laboratories of the tests are. */
export let today = dayNow()

/**
 * A run may begin before midnight and end after it: each test begins on the day that it is by then, and what the turn of the day
 * fell into is told once more. Nothing else is ever tried twice.
 */
export function followTheDay() {
  beforeEach(() => {
    today = dayNow()
  })
  // biome-ignore lint/correctness/noEmptyPattern: the library reads from this pattern which fixtures are asked for: none.
  beforeAll(({}, suite) => tellAgainOverMidnight(suite))
}

function tellAgainOverMidnight({ tasks }: Pick<RunnerTestSuite, 'tasks'>) {
  for (const task of tasks)
    if (task.type === 'suite') tellAgainOverMidnight(task)
    else task.retry ??= { count: 1, condition: () => today !== dayNow() }
}

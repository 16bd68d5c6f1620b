import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { choresWith } from './chores.ts'

const rules = readFileSync(join(import.meta.dirname, '..', '..', 'deploy', 'alarms.yml'), 'utf8')

it('has an alarm for each chore that is not done any more', () => {
  const alarms = [...rules.matchAll(/arcade_job_last_done_timestamp_seconds\{name=~?"([^"]+)"\}/g)]
  const watched = alarms.flatMap(([, names = '']) => names.split('|'))
  // The chores use their dependencies only when they run.
  const names = choresWith({ outbox: {}, secrets: { appSecret: 'x' } } as Parameters<typeof choresWith>[0]).map(
    ({ name }) => name,
  )
  expect(watched.toSorted()).toEqual(names.toSorted())
})

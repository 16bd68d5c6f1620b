import { expect, it } from 'vitest'
import { sortOf } from '#features/cases/rules.ts'
import { caseQueryOf } from '#features/cases/web/search.ts'
import { casesBehind } from './to-do.ts'

it.each(['questions', 'impressions'] as const)('of %s those of the patients who come soonest stand first', kind => {
  expect(sortOf(caseQueryOf(casesBehind[kind]))).toEqual({ by: 'appointmentDate', order: 'ASC' })
})

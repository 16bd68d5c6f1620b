import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { maximumBytes, maximumFiles } from '#features/attachments/contract.ts'
import { longestMessage } from '#features/cases/input.ts'
import { longestFeedback } from '#features/feedback/contract.ts'
import { longestInformation } from '#features/rides/input.ts'
import { mostOfOne } from '#features/supplies/input.ts'

const schema = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8')

/** The numbers that a constraint compares with from above. */
const limitsOf = (constraint: string) => {
  const rule = new RegExp(`^ *constraint ${constraint} CHECK (.*)$`, 'm').exec(schema)?.[1] ?? ''
  return [...rule.matchAll(/<= (\d+)/g)].map(([, most]) => Number(most))
}

test.each([
  ['order_messages_body_check', longestMessage],
  ['order_problems_description_check', longestMessage],
  ['rides_complementary_information_check', longestInformation],
  ['feedback_body_check', longestFeedback],
  ['supply_order_lines_quantity_check', mostOfOne],
  ['brands_attachment_maximum_bytes_check', maximumBytes],
  ['brands_attachment_maximum_count_check', maximumFiles],
])('the database draws the line where the contract does: %s', (constraint, limit) => {
  expect(limitsOf(constraint)).toEqual([limit])
})

import type { HoldAnswer, HoldReason } from './contract.ts'

/** The answers a practice can give with one press, and the way to answer in its own words. */
export const holdAnswers: Record<HoldReason, readonly HoldAnswer[]> = {
  implant_parts: ['parts_sent', 'parts_with_pickup', 'in_writing'],
  technical_response: ['go_ahead', 'call_me', 'in_writing'],
  shade: ['shade', 'call_me', 'in_writing'],
  other: ['call_me', 'in_writing'],
}

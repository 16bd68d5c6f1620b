import type { HoldAnswer, HoldReason } from './contract.ts'

/** What a practice can answer in one tap, and the way to say it in its own words. */
export const holdAnswers: Record<HoldReason, readonly HoldAnswer[]> = {
  implant_parts: ['parts_sent', 'parts_with_pickup', 'in_writing'],
  technical_response: ['go_ahead', 'call_me', 'in_writing'],
  shade: ['shade', 'call_me', 'in_writing'],
  other: ['call_me', 'in_writing'],
}

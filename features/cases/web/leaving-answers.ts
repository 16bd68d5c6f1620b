import { presence } from '#features/auth/web/presence.ts'
import type { Sent } from '#kit/contract.ts'
import { latePresses } from '#kit/web/late-presses.ts'
import type { caseCalls } from '../contract.ts'

export type SentAnswer = Sent<typeof caseCalls.answerHold>['body']

/** Answers that are about to leave, by case. */
export const leavingAnswers = latePresses<SentAnswer>(presence)

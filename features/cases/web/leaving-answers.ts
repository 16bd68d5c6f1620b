import { useSyncExternalStore } from 'react'
import { presence } from '#features/auth/web/presence.ts'
import type { Sent } from '#kit/contract.ts'
import { latePresses } from '#kit/web/late-presses.ts'
import type { caseActCalls } from '../acts-contract.ts'

export type SentAnswer = Sent<typeof caseActCalls.answerHold>['body']

/** Answers not sent yet, by case. */
export const leavingAnswers = latePresses<SentAnswer>(presence)

/** Answers in flight, or sent but not read back: the question must not be asked again meanwhile. */
let onTheWay: ReadonlyMap<string, SentAnswer> = new Map()
const listeners = new Set<() => void>()
function setOnTheWay(id: string, answer: SentAnswer | undefined) {
  const others = [...onTheWay].filter(([one]) => one !== id)
  onTheWay = new Map(answer ? [...others, [id, answer]] : others)
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const answersOnTheWay = {
  begin: setOnTheWay,
  end: (id: string) => setOnTheWay(id, undefined),
  useOne: (id: string): SentAnswer | undefined => useSyncExternalStore(subscribe, () => onTheWay.get(id)),
}

import { Pill } from '#kit/web/ui/pill.tsx'
import type { CaseProblem } from '../contract.ts'

const icons = { open: 'clock', answered: 'message', settled: 'check' } as const

type Props = {
  state: CaseProblem['state']
  /** What one side waits for, the other has done: the words are the reader's. */
  words: string
  /** The state in which it waits for the reader. */
  waitsWhile: CaseProblem['state']
}

export const ProblemState = ({ state, words, waitsWhile }: Props) => (
  <Pill tone={state === waitsWhile ? 'warn' : state === 'settled' ? 'ok' : 'plain'} icon={icons[state]}>
    {words}
  </Pill>
)

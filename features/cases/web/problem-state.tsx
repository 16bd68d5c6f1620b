import { Pill } from '#kit/web/ui/pill.tsx'
import type { CaseProblem } from '../contract.ts'

const icons = { open: 'clock', answered: 'message', settled: 'check' } as const

type Props = {
  state: CaseProblem['state']
  /** In the reader's words: one side waits for what the other has done. */
  words: string
  /** The state that waits for the reader. */
  waitsWhile: CaseProblem['state']
}

export const ProblemState = ({ state, words, waitsWhile }: Props) => (
  <Pill tone={state === waitsWhile ? 'warn' : state === 'settled' ? 'ok' : 'plain'} icon={icons[state]}>
    {words}
  </Pill>
)

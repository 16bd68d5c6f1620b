import type { InputError } from '#kit/problem.ts'

/** Characters. */
export const longestLabel = 120
/** Working days. */
export const longestLead = 120
/** As much as a work may cost by hand. */
export const mostCents = 100_000_000

type Asked = { teeth: 'none' | 'optional' | 'required' | 'run'; minimumTeeth: number; hasPontics: boolean }

/** What the shape alone does not say: only a run has a length, and teeth that hang in it. */
export function productGaps({ teeth, minimumTeeth, hasPontics }: Asked): InputError[] {
  if (teeth === 'run') return []
  return [
    ...(minimumTeeth > 1 ? [{ path: 'minimumTeeth', code: 'run_only' }] : []),
    ...(hasPontics ? [{ path: 'hasPontics', code: 'run_only' }] : []),
  ]
}

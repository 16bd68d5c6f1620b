import type { InputError } from '#kit/problem.ts'

/** Characters. */
export const longestLabel = 120
/** Working days. */
export const longestLead = 120
/** The same maximum as for a price set by hand on a case. */
export const mostCents = 100_000_000

type Asked = { teeth: 'none' | 'optional' | 'required' | 'run'; minimumTeeth: number; hasPontics: boolean }

/** Rules beyond the shape: only a run has a length and pontics. */
export function productGaps({ teeth, minimumTeeth, hasPontics }: Asked): InputError[] {
  if (teeth === 'run') return []
  return [
    ...(minimumTeeth > 1 ? [{ path: 'minimumTeeth', code: 'run_only' }] : []),
    ...(hasPontics ? [{ path: 'hasPontics', code: 'run_only' }] : []),
  ]
}

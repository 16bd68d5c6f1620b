export const en = {
  closed: (name: string) => `${name}, laboratory closed`,
  laboratoryClosed: 'laboratory closed',
  noRound: 'no round',
  away: 'practice away',
  practiceClosed: 'practice closed',
  promised: 'promised delivery',
  earliest: 'first appointment possible',
  tooEarly: 'before the delivery',
  proposed: 'proposed',
  full: 'over capacity',
  load: (cases: number) => (cases === 1 ? '1 case promised' : `${cases} cases promised`),
  both: (one: string, other: string) => `${one}, ${other}`,
}

export type DaysText = typeof en

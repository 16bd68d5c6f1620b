import type { DaysText } from './days-en.ts'

export const fr: DaysText = {
  closed: name => `${name}, laboratoire fermé`,
  laboratoryClosed: 'laboratoire fermé',
  noRound: 'pas de tournée',
  away: 'cabinet absent',
  practiceClosed: 'cabinet fermé',
  promised: 'livraison promise',
  earliest: 'premier rendez-vous possible',
  tooEarly: 'avant la livraison',
  proposed: 'proposé',
  full: 'au-delà de la capacité',
  load: cases => (cases > 1 ? `${cases} travaux promis` : `${cases} travail promis`),
  both: (one, other) => `${one}, ${other}`,
}

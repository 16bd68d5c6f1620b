import type { DatesText } from './dates-en.ts'

export const fr: DatesText = {
  previousMonth: 'Mois précédent',
  nextMonth: 'Mois suivant',
  today: 'aujourd’hui',
  outside: 'ne peut pas être choisi',
  marked: (day, words) => `${day}, ${words}`,
  legend: (days, words) => `${days}\u00a0: ${words}`,
}

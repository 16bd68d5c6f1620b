import type { DatesText } from './dates-en.ts'

export const fr: DatesText = {
  previousMonth: 'Mois précédent',
  nextMonth: 'Mois suivant',
  today: 'aujourd’hui',
  outside: 'ne peut pas être choisi',
  marked: (day, words) => `${day}, ${words}`,
  format: 'JJ/MM/AAAA',
  pick: 'Choisir le jour dans le calendrier',
  pickEnd: {
    from: 'Choisir le premier jour dans le calendrier',
    to: 'Choisir le dernier jour dans le calendrier',
  },
  notADay: 'Indiquez un jour qui existe, sous la forme JJ/MM/AAAA.',
  notBefore: day => `Indiquez le ${day} ou un jour plus tard.`,
  legend: (days, words) => `${days}\u00a0: ${words}`,
}

import type { Language } from '#kit/language.ts'
import type { Period } from '#kit/period.ts'
import { csvDay, csvLine, csvMark } from '#kit/server/csv.ts'
import type { Counts, Figures } from '../contract.ts'
import type { Cause } from '../rules.ts'

const words = {
  fr: {
    name: 'chiffres',
    counts: ['Tableau', 'Ligne', 'Livrés', 'Avec un jour promis', 'À l’heure', 'Refaits'],
    all: 'Tout',
    months: 'Mois',
    practices: 'Cabinet',
    technicians: 'Technicien',
    products: 'Produit',
    nobody: 'Personne de noté',
    late: ['Tableau', 'Cause', 'Travaux', 'Jours de retard'],
    delays: 'Retards',
    causes: {
      transport: 'Parti à temps, arrivé après',
      hold: 'A attendu une réponse ou des pièces',
      moved: 'Reporté par le laboratoire',
      none: 'Sans cause notée',
    },
    answers: ['Tableau', 'Réponse', 'Messages'],
    answering: 'Réponses aux cabinets',
    asked: 'Messages reçus',
    within: (hours: number) => `Répondus en ${hours} h`,
    answered: 'Répondus en tout',
    median: 'Délai médian (minutes)',
    stations: ['Tableau', 'Poste', 'Produit', 'Travaux', 'Minutes (médiane)', 'Minutes par élément (médiane)'],
    times: 'Temps par poste',
    several: 'Plusieurs produits',
    ahead: ['Tableau', 'Jour', 'Travaux'],
    load: 'Charge à venir',
    before: 'Jour promis déjà passé',
    undated: 'Sans jour promis',
  },
  en: {
    name: 'figures',
    counts: ['Table', 'Line', 'Delivered', 'With a promised day', 'On time', 'Remade'],
    all: 'All',
    months: 'Month',
    practices: 'Practice',
    technicians: 'Technician',
    products: 'Product',
    nobody: 'Nobody noted',
    late: ['Table', 'Cause', 'Cases', 'Days late'],
    delays: 'Delays',
    causes: {
      transport: 'Left in time, arrived later',
      hold: 'Waited for an answer or for parts',
      moved: 'Put off by the laboratory',
      none: 'No cause noted',
    },
    answers: ['Table', 'Answer', 'Messages'],
    answering: 'Answers to practices',
    asked: 'Messages received',
    within: (hours: number) => `Answered within ${hours} h`,
    answered: 'Answered in all',
    median: 'Median time (minutes)',
    stations: ['Table', 'Place', 'Product', 'Cases', 'Minutes (median)', 'Minutes each element (median)'],
    times: 'Time at each place',
    several: 'Several products',
    ahead: ['Table', 'Day', 'Cases'],
    load: 'Load ahead',
    before: 'Promised day already past',
    undated: 'Without a promised day',
  },
} satisfies Record<Language, { causes: Record<Cause, string> } & Record<string, unknown>>

export const figuresCsvName = ({ from, to }: Period, language: Language) => `${words[language].name}-${from}-${to}.csv`

/** One table below the other, each with its headings. */
export function figuresCsv(figures: Figures, language: Language): string {
  const t = words[language]
  const counted = (table: string, name: string, { delivered, promised, onTime, remade }: Counts) =>
    csvLine([table, name, delivered, promised, onTime, remade])
  const { answers, ahead } = figures
  return [
    csvMark,
    csvLine(t.counts),
    counted(t.all, '', figures.all),
    ...figures.months.map(month => counted(t.months, month.month, month)),
    ...figures.practices.map(practice => counted(t.practices, practice.name, practice)),
    ...figures.technicians.map(one => counted(t.technicians, one.name ?? t.nobody, one)),
    ...figures.products.map(product => counted(t.products, product.name, product)),
    csvLine(t.late),
    ...figures.late.map(({ cause, cases, days }) => csvLine([t.delays, t.causes[cause], cases, days])),
    csvLine(t.answers),
    csvLine([t.answering, t.asked, answers.asked]),
    ...answers.within.map(({ hours, answered }) => csvLine([t.answering, t.within(hours), answered])),
    csvLine([t.answering, t.answered, answers.answered]),
    ...(answers.medianMinutes === null ? [] : [csvLine([t.answering, t.median, answers.medianMinutes])]),
    csvLine(t.stations),
    ...figures.stations.map(({ station, product, cases, minutes, minutesEach }) =>
      csvLine([t.times, station, product ?? t.several, cases, minutes, minutesEach]),
    ),
    csvLine(t.ahead),
    csvLine([t.load, t.before, ahead.late]),
    ...ahead.days.map(({ day, cases }) => csvLine([t.load, csvDay(day), cases])),
    csvLine([t.load, t.undated, ahead.undated]),
  ].join('')
}

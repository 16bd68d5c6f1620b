import type { Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { csvAmount, csvTable } from '#kit/server/csv.ts'
import { ages, type OwedByPractice } from '../takings-contract.ts'

const words = {
  fr: {
    heads: [
      'Cabinet',
      'À échoir',
      '1 à 30 jours',
      '31 à 60 jours',
      '61 à 90 jours',
      'Plus de 90 jours',
      'En sa faveur',
      'Doit',
    ],
    name: (on: Day) => `balance-agee-${on}.csv`,
  },
  en: {
    heads: [
      'Practice',
      'Not due',
      '1 to 30 days',
      '31 to 60 days',
      '61 to 90 days',
      'Over 90 days',
      'In its favour',
      'Owes',
    ],
    name: (on: Day) => `aged-balance-${on}.csv`,
  },
} as const

export const owedCsvName = (on: Day, language: Language) => words[language].name(on)

/** Decimal commas in both languages: the file goes to a French accountant. */
export const owedCsv = (practices: readonly OwedByPractice[], language: Language): string =>
  csvTable(
    words[language].heads,
    practices.map(({ name, inFavourCents, balanceCents, ...owed }) => [
      name,
      ...ages.map(age => csvAmount(owed[age])),
      csvAmount(inFavourCents),
      csvAmount(balanceCents),
    ]),
  )

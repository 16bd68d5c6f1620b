import { asSentence, type Day, formatDay } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import type { NewHandOver } from '../input.ts'

/** Timeline notes, in the reader's language; they name nobody, like all steps of a case. */
const notes = {
  fr: {
    handed: 'Remis au cabinet.',
    signed: 'Remis au cabinet contre signature.',
    nobody: 'Le coursier n’a trouvé personne au cabinet ; il repassera.',
  },
  en: {
    handed: 'Handed over at the practice.',
    signed: 'Handed over at the practice against a signature.',
    nobody: 'The driver found nobody at the practice and will come again.',
  },
} as const satisfies Record<Language, Record<string, string>>

export function handOverNote({ outcome, signature }: NewHandOver, language: Language): string {
  const { handed, signed, nobody } = notes[language]
  if (outcome === 'nobody_there') return nobody
  return signature ? signed : handed
}

const takenBack = {
  fr: (reason: string) => `Remise annulée, notée par erreur : ${reason}`,
  en: (reason: string) => `Hand-over taken back, noted by mistake: ${reason}`,
} as const satisfies Record<Language, (reason: string) => string>

export const takenBackNote = (reason: string, language: Language): string => takenBack[language](reason)

const newDay = {
  fr: (day: string) => `Nouveau jour de livraison\u00a0: ${day}`,
  en: (day: string) => `New day of delivery: ${day}`,
} as const satisfies Record<Language, (day: string) => string>

export const newDayNote = (day: Day, language: Language): string =>
  asSentence(newDay[language](formatDay(day, language, 'date')))

const notReceived = {
  fr: 'Pas reçu finalement\u00a0: la réception avait été notée par erreur.',
  en: 'Not received after all: it had been noted by mistake.',
} as const satisfies Record<Language, string>

export const notReceivedNote = (language: Language): string => notReceived[language]

import { asSentence, type Day, formatDay } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'

type Notes = {
  asked: (day: string) => string
  withdrawn: string
  earlier: (day: string) => string
  granted: string
  refused: string
  received: string
}

/** Notes on the timeline, like the answers to a hold. */
const notes: Record<Language, Notes> = {
  fr: {
    asked: day => `Le cabinet demande la livraison pour le ${day}`,
    withdrawn: 'Le cabinet a retiré sa demande.',
    earlier: day => `Le laboratoire a répondu à la demande : livraison le ${day}`,
    granted: 'Le laboratoire a accepté la modification demandée.',
    refused: 'Le laboratoire ne peut pas donner suite à la demande.',
    received: 'Reçu au cabinet.',
  },
  en: {
    asked: day => `The practice asks for delivery by ${day}`,
    withdrawn: 'The practice has withdrawn its request.',
    earlier: day => `The laboratory has answered the request: delivery on ${day}`,
    granted: 'The laboratory has accepted the change that was asked for.',
    refused: 'The laboratory cannot do what was asked.',
    received: 'Received at the practice.',
  },
}

export const requestNotes = (language: Language) => notes[language]

export const noteWithDay = (language: Language, which: 'asked' | 'earlier', day: Day): string =>
  asSentence(notes[language][which](formatDay(day, language, 'date')))

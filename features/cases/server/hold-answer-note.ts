import type { Language } from '#kit/language.ts'
import type { HoldAnswer } from '../contract.ts'

/** On the timeline, beside the notes of the laboratory: in the language of whoever answered, as those are. */
const notes: Record<Language, Record<HoldAnswer, string>> = {
  fr: {
    parts_sent: 'Le cabinet a envoyé les pièces.',
    parts_with_pickup: 'Le cabinet remettra les pièces à la prochaine collecte.',
    go_ahead: 'Le cabinet demande de continuer.',
    call_me: 'Le cabinet demande à être appelé.',
    in_writing: 'Le cabinet a répondu par message.',
  },
  en: {
    parts_sent: 'The practice has sent the parts.',
    parts_with_pickup: 'The practice will hand over the parts at the next pickup.',
    go_ahead: 'The practice asks you to go ahead.',
    call_me: 'The practice asks to be called.',
    in_writing: 'The practice has answered in a message.',
  },
}

export const holdAnswerNote = (answer: HoldAnswer, language: Language) => notes[language][answer]

import type { Language } from '#kit/language.ts'
import type { HoldAnswer } from '../contract.ts'

type Said = { answer: HoldAnswer; shade?: string | undefined; callAt?: string | undefined }
type Notes = Record<HoldAnswer, (said: Said) => string>

/** Timeline notes, beside those of the laboratory. */
const notes: Record<Language, Notes> = {
  fr: {
    parts_sent: () => 'Le cabinet a envoyé les pièces.',
    parts_with_pickup: () => 'Le cabinet remettra les pièces à la prochaine collecte.',
    go_ahead: () => 'Le cabinet demande de continuer.',
    call_me: ({ callAt }) =>
      callAt ? `Le cabinet demande à être appelé à ${callAt}.` : 'Le cabinet demande à être appelé.',
    in_writing: () => 'Le cabinet a répondu par message.',
    shade: ({ shade }) => `Teinte indiquée par le cabinet\u00a0: ${shade}.`,
  },
  en: {
    parts_sent: () => 'The practice has sent the parts.',
    parts_with_pickup: () => 'The practice will hand over the parts at the next pickup.',
    go_ahead: () => 'The practice asks you to go ahead.',
    call_me: ({ callAt }) =>
      callAt ? `The practice asks to be called at ${callAt}.` : 'The practice asks to be called.',
    in_writing: () => 'The practice has answered in a message.',
    shade: ({ shade }) => `Shade given by the practice: ${shade}.`,
  },
}

export const holdAnswerNote = (said: Said, language: Language) => notes[language][said.answer](said)

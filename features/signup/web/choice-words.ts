import { choices } from '../input.ts'
import type { SignupText } from '../text/en.ts'

type Labels = Partial<Record<string, string>>
export type List = keyof typeof choices

const labelsOf = (t: SignupText['choices'], list: List): Labels =>
  list === 'gender' || list === 'emailLabel' || list === 'discoverySource' ? t[list] : {}

/** A suggestion in the reader's language; free text unchanged. */
export const choiceLabel = (t: SignupText['choices'], list: List, value: string): string =>
  labelsOf(t, list)[value] ?? value

export const optionsOf = (t: SignupText['choices'], list: List) =>
  choices[list].map(value => ({ value, label: choiceLabel(t, list, value) }))

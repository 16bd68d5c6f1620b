import { readIdentifier } from '../rules.ts'
import type { SignupText } from '../text/en.ts'

/** The kind of number recognised, and what is wrong with it. */
export function identifierWords(t: SignupText['identifier'], given: string): { words: string; isWrong: boolean } {
  const { kind, fault } = readIdentifier(given)
  if (kind !== 'unknown' && !fault) return { words: t.right[kind], isWrong: false }
  const words =
    kind === 'unknown'
      ? t.faults[fault]
      : fault === 'siren'
        ? t.faults.sirenOfSiret
        : t.faults[kind === 'siret' ? 'siret' : 'siren']
  return { words, isWrong: true }
}

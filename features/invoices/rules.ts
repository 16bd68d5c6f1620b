import { readIdentifier } from '#features/signup/rules.ts'

/** What an invoice to a practice would lack. */
export const practiceGaps = ['siren_missing', 'siren_is_rpps', 'siren_wrong', 'address', 'mailbox'] as const
export type PracticeGap = (typeof practiceGaps)[number]

export type PracticeFacts = {
  rppsSiretSiren: string
  address: string
  postalCode: string
  city: string
  /** Its own mailbox, or one of its people's. */
  hasMailbox: boolean
}

/** Whether it names a company: a SIREN, or the SIRET that begins with it. */
export function saysSiren(number: string): boolean {
  const { kind, fault } = readIdentifier(number)
  return (kind === 'siren' || kind === 'siret') && !fault
}

/**
 * The law requires the SIREN and the address of both parties on an invoice, and a platform needs a destination: the
 * SIREN, or else a mailbox. Without either the document waits. An RPPS identifies a person, not a company.
 */
export function gapsOfPractice(practice: PracticeFacts): PracticeGap[] {
  const { rppsSiretSiren, address, postalCode, city, hasMailbox } = practice
  const { kind } = readIdentifier(rppsSiretSiren)
  const hasSiren = saysSiren(rppsSiretSiren)
  const gaps: Record<PracticeGap, boolean> = {
    siren_missing: rppsSiretSiren.trim() === '',
    siren_is_rpps: kind === 'rpps',
    siren_wrong: rppsSiretSiren.trim() !== '' && kind !== 'rpps' && !hasSiren,
    address: ![address, postalCode, city].every(part => part.trim() !== ''),
    mailbox: !hasSiren && !hasMailbox,
  }
  return practiceGaps.filter(gap => gaps[gap])
}

import { readIdentifier } from '#features/signup/rules.ts'

/** What an invoice to a practice would lack. */
export const practiceGaps = ['siren_missing', 'siren_is_rpps', 'siren_wrong', 'address', 'mailbox'] as const
export type PracticeGap = (typeof practiceGaps)[number]

export type PracticeFacts = {
  rppsSiretSiren: string
  address: string
  postalCode: string
  city: string
  /** Its own, or that of anybody of it. */
  hasMailbox: boolean
}

/** Of a company: a SIREN, or the SIRET that begins with it. */
export function saysSiren(number: string): boolean {
  const { kind, fault } = readIdentifier(number)
  return (kind === 'siren' || kind === 'siret') && !fault
}

/**
 * The law wants the SIREN and the address of both on an invoice; a platform wants where to bring it, which the SIREN says, or
 * else a mailbox. Without either its document waits. An RPPS says who somebody is, and of which company nothing.
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

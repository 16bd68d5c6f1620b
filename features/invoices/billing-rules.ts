import * as v from 'valibot'
import { readIdentifier } from '#features/signup/rules.ts'
import { MailAddress } from '#kit/mail.ts'
import type { InputError } from '#kit/problem.ts'
import type { BillingSettings, VatRegime } from './billing-input.ts'
import { shareOf } from './totals.ts'

/** ISO 7064: letters count from ten, and the number, with its first four characters moved to the end, is 1 modulo 97. */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map(sign => Number.parseInt(sign, 36)).join('')
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}

const lengthsOfIbans: Record<string, number> = { FR: 27, MC: 27, BE: 16, DE: 22, LU: 20, CH: 21, ES: 24, IT: 27 }
const isWhole = (iban: string) => iban.length === (lengthsOfIbans[iban.slice(0, 2)] ?? iban.length)

/** A French VAT number contains the SIREN and a key computed from it. */
export const vatNumberOf = (siren: string): string =>
  `FR${String(Number(BigInt(`${siren}12`) % 97n)).padStart(2, '0')}${siren}`

const isSiren = (siren: string) => {
  const read = readIdentifier(siren)
  return read.kind === 'siren' && !read.fault
}
const isSiret = (siret: string) => {
  const read = readIdentifier(siret)
  return read.kind === 'siret' && !read.fault
}

/** Errors that depend on several fields. */
export function settingsGaps(settings: BillingSettings): InputError[] {
  const { siren, siret, vatRegime, vatNumber, address, postalCode, city, electronicAddress, iban, bic } = settings
  const hasSeat = [address, postalCode, city].some(Boolean)
  const faults: Partial<Record<keyof BillingSettings, string | false>> = {
    siren: !siren ? 'required' : !isSiren(siren) && 'siren_wrong',
    siret: siret !== '' && (!siret.startsWith(siren) ? 'siret_of_another' : !isSiret(siret) && 'siret_wrong'),
    vatNumber:
      vatRegime !== 'number'
        ? false
        : !vatNumber
          ? 'required'
          : !/^[A-Z]{2}[0-9A-Z]{2,13}$/.test(vatNumber)
            ? 'vat_number_wrong'
            : vatNumber.startsWith('FR') && vatNumber.slice(4) !== siren
              ? 'vat_number_of_another'
              : vatNumber.startsWith('FR') &&
                isSiren(siren) &&
                /^FR\d/.test(vatNumber) &&
                vatNumber !== vatNumberOf(siren) &&
                'vat_number_wrong',
    address: hasSeat && !address && 'required',
    postalCode: hasSeat && !postalCode && 'required',
    city: hasSeat && !city && 'required',
    electronicAddress: electronicAddress !== '' && !isElectronicAddress(electronicAddress) && 'address_wrong',
    iban: iban !== '' && !(isIban(iban) && isWhole(iban)) ? 'iban_wrong' : bic !== '' && iban === '' && 'required',
    bic: bic !== '' && !/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) && 'bic_wrong',
  }
  return Object.entries(faults).flatMap(([path, code]) => (code ? [{ path, code }] : []))
}

/** An address of the French directory (a SIREN, with a suffix where there are several), or a mailbox. */
const isElectronicAddress = (address: string) => /^[\w.+-]+$/.test(address) || v.is(MailAddress, address)

export const missingParts = ['legalName', 'siren', 'address', 'vatNumber'] as const
export type MissingPart = (typeof missingParts)[number]

/** Legally required mentions, without which no invoice may be issued. */
export function missingOf(there: {
  legalName: string | null
  siren: string | null
  hasAddress: boolean
  vatRegime: VatRegime
  vatNumber: string | null
  sellsTaxed: boolean
}): MissingPart[] {
  const missing: Record<MissingPart, boolean> = {
    legalName: !there.legalName,
    siren: !there.siren,
    address: !there.hasAddress,
    vatNumber: there.sellsTaxed && there.vatRegime !== 'small_business' && !there.vatNumber,
  }
  return missingParts.filter(part => missing[part])
}

type Priced = { lines: readonly { netCents: number | null; vatRate: number }[] }

/** The sums of one invoice for these cases, without those that have no price yet. VAT is rounded once for each rate. */
export function sumsOf(cases: readonly Priced[]) {
  const bases = new Map<number, number>()
  for (const { lines } of cases.filter(isPriced))
    for (const { netCents, vatRate } of lines) bases.set(vatRate, (bases.get(vatRate) ?? 0) + (netCents ?? 0))
  let [netCents, vatCents] = [0, 0]
  for (const [rate, base] of bases) {
    netCents += base
    vatCents += shareOf(base, rate)
  }
  return { netCents, vatCents, totalCents: netCents + vatCents }
}

export const isPriced = ({ lines }: Priced): boolean =>
  lines.length > 0 && lines.every(({ netCents }) => netCents !== null)

type LineOfCase = { order: { code: string } | null }

/**
 * Codes of the cases of which only some lines are taken back: they are not billed again, and whoever corrects one price
 * would look for them in vain.
 */
export function casesInPart<Line extends LineOfCase>(lines: readonly Line[], taken: readonly Line[]): string[] {
  const codesOf = (some: readonly Line[]) => new Set(some.flatMap(({ order }) => order?.code ?? []))
  const kept = codesOf(lines.filter(line => !taken.includes(line)))
  return [...codesOf(taken)].filter(code => kept.has(code))
}

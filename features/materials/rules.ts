import { isDay } from '#kit/is-day.ts'

/** Why a lot may not be used, most lasting reason first; the database refuses with the same words. */
export const lotFaults = ['lot_blocked', 'lot_used_up', 'lot_unchecked', 'lot_expired', 'certificate_ended'] as const
export type LotFault = (typeof lotFaults)[number]

/** The fields read from a package's barcode, where present. */
export type Label = { labelCode?: string; lot?: string; expiresOn?: string }

const separator = '\u001d'
/** GS1 application identifiers of fixed length; fields of others end with a separator or with the code. */
const fixed: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '11': 6,
  '13': 6,
  '15': 6,
  '17': 6,
  '20': 2,
}
const open: readonly string[] = [
  '10',
  '21',
  '22',
  '30',
  '37',
  '240',
  '241',
  '250',
  '251',
  '710',
  '711',
  '712',
  '713',
  '714',
]

/**
 * Parses the output of a barcode reader: GS1-128 and GS1 DataMatrix, with or without the symbology prefix, or with brackets
 * as printed below the bars. Undefined for a plain lot number.
 */
export function readLabel(typed: string): Label | undefined {
  const scanned = typed.trim()
  const isBracketed = /^\(\d\d\)/.test(scanned)
  let rest = isBracketed ? scanned.replace(/\((\d{2,4})\)/g, `${separator}$1`) : scanned.replace(/^\][A-Za-z]\d/, '')
  // A GTIN at the beginning means a label; no lot number that begins so by chance is sixteen digits long.
  if (rest === scanned && !/^01\d{14}/.test(rest)) return undefined
  const label: Label = {}
  while (rest) {
    if (rest.startsWith(separator)) {
      rest = rest.slice(1)
      continue
    }
    const identifier = [2, 3].map(length => rest.slice(0, length)).find(one => one in fixed || open.includes(one))
    // A maker's own field tells nothing of the lot: skips it, and keeps the fields before and after it.
    if (!identifier) {
      const next = rest.indexOf(separator)
      if (next < 0) break
      rest = rest.slice(next)
      continue
    }
    rest = rest.slice(identifier.length)
    const end = fixed[identifier] ?? (rest.includes(separator) ? rest.indexOf(separator) : rest.length)
    const value = rest.slice(0, end)
    if (value.length < end || !value || (identifier in fixed && /\D/.test(value))) break
    rest = rest.slice(end)
    if (identifier === '01') label.labelCode = value
    if (identifier === '10') label.lot = value
    const day = identifier === '17' && dayOf(value)
    if (day) label.expiresOn = day
  }
  return Object.keys(label).length > 0 ? label : undefined
}

/** Six digits, year first; day 00 means the last day of the month. */
function dayOf(digits: string): string | undefined {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? []
  if (!year || !month) return undefined
  const last = new Date(Date.UTC(2000 + Number(year), Number(month), 0)).getUTCDate()
  const said = `20${year}-${month}-${day === '00' ? String(last).padStart(2, '0') : day}`
  return isDay(said) ? said : undefined
}

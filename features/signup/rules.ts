export type Identifier =
  /** RPPS has no check digit, so a number of its length is accepted without a further check. */
  | { kind: 'rpps'; fault?: never }
  | { kind: 'siren'; fault?: 'check_digit' }
  /** `siren`: the first nine digits are not a SIREN; `check_digit`: they are, but the whole fails its check. */
  | { kind: 'siret'; fault?: 'siren' | 'check_digit' }
  /** Kept as typed, and shown to the laboratory as unrecognised. */
  | { kind: 'unknown'; fault: 'letters' | 'length' }

/** La Poste has too many establishments for the check digit: their digits add up to a multiple of five instead. */
const laPoste = '356000000'

const digitsOf = (given: string) => given.replace(/[\s.]/g, '')

/** A practice's number, recognised by its length without spaces and dots. */
export function readIdentifier(given: string): Identifier {
  const digits = digitsOf(given)
  if (!/^\d+$/.test(digits)) return { kind: 'unknown', fault: 'letters' }
  if (digits.length === 9) return passesLuhn(digits) ? { kind: 'siren' } : { kind: 'siren', fault: 'check_digit' }
  if (digits.length === 11 || (digits.length === 12 && digits.startsWith('8'))) return { kind: 'rpps' }
  if (digits.length === 14) return readSiret(digits)
  return { kind: 'unknown', fault: 'length' }
}

/** As given, without the 8 that health cards print before an RPPS. */
export function identifierToKeep(given: string): string {
  const isRpps = readIdentifier(given).kind === 'rpps'
  return isRpps && digitsOf(given).length === 12 ? given.replace(/^[\s.]*8[\s.]*/, '') : given
}

function readSiret(digits: string): Identifier {
  const siren = digits.slice(0, 9)
  if (!passesLuhn(siren)) return { kind: 'siret', fault: 'siren' }
  const isRight = passesLuhn(digits) || (siren === laPoste && sumOf(digits) % 5 === 0)
  return isRight ? { kind: 'siret' } : { kind: 'siret', fault: 'check_digit' }
}

const sumOf = (digits: string) => [...digits].reduce((sum, digit) => sum + Number(digit), 0)

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** With the title: "Dr Claire Martin". */
export const personName = ({
  title,
  firstName,
  lastName,
}: Record<'title' | 'firstName' | 'lastName', string>): string => [title, firstName, lastName].filter(Boolean).join(' ')

/** `missing`: too short to call; `ten`: French numbers have ten digits. The number is kept as typed either way. */
export type PhoneFault = 'missing' | 'ten'

/** What is wrong with a telephone number as commonly written; a number with words beside it is not judged. */
export function phoneFault(given: string, country: string): PhoneFault | undefined {
  const digits = given.replace(/\D/g, '')
  if (digits.length < 6) return 'missing'
  const isAbroad = country !== 'FR' || /^\s*(?:\+|00)/.test(given)
  return !isAbroad && digits.length !== 10 && !/\p{L}/u.test(given) ? 'ten' : undefined
}

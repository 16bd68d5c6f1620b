export type Identifier =
  /** RPPS has no check digit: what has its form is taken for one. */
  | { kind: 'rpps'; fault?: never }
  | { kind: 'siren'; fault?: 'check_digit' }
  /** `siren`: its first nine digits are no SIREN; `check_digit`: they are, and the rest does not fit. */
  | { kind: 'siret'; fault?: 'siren' | 'check_digit' }
  /** Kept as it was typed, and shown to the laboratory as such. */
  | { kind: 'unknown'; fault: 'letters' | 'length' }

/** La Poste has too many establishments for a check digit: theirs add up to a multiple of five. */
const laPoste = '356000000'

const digitsOf = (given: string) => given.replace(/[\s.]/g, '')

/** What a practice gives as its number, recognised by its length once spaces and dots are dropped. */
export function readIdentifier(given: string): Identifier {
  const digits = digitsOf(given)
  if (!/^\d+$/.test(digits)) return { kind: 'unknown', fault: 'letters' }
  if (digits.length === 9) return passesLuhn(digits) ? { kind: 'siren' } : { kind: 'siren', fault: 'check_digit' }
  if (digits.length === 11 || (digits.length === 12 && digits.startsWith('8'))) return { kind: 'rpps' }
  if (digits.length === 14) return readSiret(digits)
  return { kind: 'unknown', fault: 'length' }
}

/** As it was given, without the 8 that a card writes before an RPPS. */
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

/** As they would be announced: "Dr Claire Martin". */
export const personName = ({
  title,
  firstName,
  lastName,
}: Record<'title' | 'firstName' | 'lastName', string>): string => [title, firstName, lastName].filter(Boolean).join(' ')

/** `missing`: nobody could call it; `ten`: one of France has ten digits. Kept as it was typed, whatever it is. */
export type PhoneFault = 'missing' | 'ten'

/** What does not fit in a telephone number as people write it; with words beside it, it is theirs to know. */
export function phoneFault(given: string, country: string): PhoneFault | undefined {
  const digits = given.replace(/\D/g, '')
  if (digits.length < 6) return 'missing'
  const isAbroad = country !== 'FR' || /^\s*(?:\+|00)/.test(given)
  return !isAbroad && digits.length !== 10 && !/\p{L}/u.test(given) ? 'ten' : undefined
}

import { BankFileFault } from './bank-statement.ts'

/** A line of an account; below nought what its amount alone says went. */
type Line = { row: readonly string[]; cents: number }

// As banks and their programs write it, without accents and in small letters.
const incoming = /^(c|cr|crdt|credit|crediteur|\+|entree|entrante?|recue?|recettes?|in|incoming|received)$/
const outgoing = /^(d|dr|db|dbit|debit|debiteur|-|−|–|sortie|sortante?|emise?|depenses?|out|outgoing|sent)$/
const word = /^[a-z]/

/** A heading that is of nothing else. */
const ofDirection = /^(?:code |type )?(?:sens|direction|signe?|dc|cd|\+ ?\/ ?-|cdtdbtind)(?:$|[ (:])/
const ofSides =
  /^(?:code |type )?(?:d|c|dr|cr|debit|credit)(?: ?[/|-] ?| (?:ou|or|et|and) | )(?:d|c|dr|cr|debit|credit)(?:$|[ (:])/
const ofIndicator = /^(?:dc )?indicat(?:or|eur)/
const ofBalance = /\b(solde|balance)\b/
/** One that may be of the direction or of what kind a transaction is. */
const ofKind = /^(type|nature|categor|operation|mouvement|flux|transaction type)/

export const isOfDirection = (name: string) =>
  [ofDirection, ofSides, ofIndicator].some(heading => heading.test(name)) && !ofBalance.test(name)

const wayOf = (said: string) => {
  const bare = said.replace(/[.()]/g, '').trim()
  return incoming.test(bare) ? 'in' : outgoing.test(bare) ? 'out' : undefined
}

/**
 * Which lines went out of the account. Where no sign says it a column does, whatever its heading; of one that is understood
 * in part nothing is believed, since what is taken for money received is taken from what a practice owes.
 */
export function newDirection(names: readonly string[], lines: readonly Line[], plain: (text: string) => string) {
  const unsigned = lines.filter(({ cents }) => cents > 0)
  const isSigned = unsigned.length < lines.length
  const saying = names.flatMap((name, column) => {
    const said = unsigned.map(({ row }) => plain(row[column] ?? ''))
    const understood = said.filter(wayOf)
    const isWhole = said.length > 0 && understood.length === said.length
    if (isOfDirection(name) && !isWhole) throw new BankFileFault('bank_file_direction_unknown')
    if (isOfDirection(name)) return [column]
    const words = understood.filter(each => word.test(each))
    if (ofKind.test(name) && words.length > 0 && !isWhole && !isSigned)
      throw new BankFileFault('bank_file_direction_unknown')
    return isWhole && words.length === said.length ? [column] : []
  })
  return ({ row, cents }: Line) => cents < 0 || saying.some(column => wayOf(plain(row[column] ?? '')) === 'out')
}

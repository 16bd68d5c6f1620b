import { BankFileFault } from './bank-statement.ts'

/** A line of an account; below nought what its amount alone says went. */
type Line = { row: readonly string[]; cents: number }

// As banks and their programs write it, without accents and in small letters.
const incoming = /^(c|cr|crdt|credit|crediteur|\+|entree|entrante?|recue?|recettes?|in|incoming|received)$/
const outgoing = /^(d|dr|db|dbit|debit|debiteur|-|−|–|sortie|sortante?|emise?|depenses?|out|outgoing|sent)$/
const word = /^[a-z]/

/** What a kind of transaction says of its direction among other words. */
const incomingWithin =
  /^(recue?s?|entrante?s?|credits?|credite|crediteurs?|creditrices?|encaissements?|encaissee?s?|recettes?|entrees?|incoming|received|credited)$/
const outgoingWithin =
  /^(emise?s?|sortante?s?|debits?|debite|debiteurs?|debitrices?|decaissements?|decaissee?s?|remboursements?|remboursee?s?|depenses?|sorties?|envoyee?s?|retraits?|outgoing|sent|debited|withdrawals?)$/
/** What a credit card or a loan is called says no direction; what comes back goes the other way, or not. */
const ofNoDirection =
  /\b(carte|card|echeance|pret)( de| du)? credit\b|\bcredit (card|immobilier|conso\w*)\b|\b(rejet|retour|annulation|impaye|return|reversal)\w*/

/** A heading that is of nothing else. */
const ofDirection = /^(?:code |type )?(?:sens|direction|signe?|dc|cd|\+ ?\/ ?-|cdtdbtind)(?:$|[ (:])/
const ofSides =
  /^(?:code |type )?(?:d|c|dr|cr|debit|credit)(?: ?[/|-] ?| (?:ou|or|et|and) | )(?:d|c|dr|cr|debit|credit)(?:$|[ (:])/
const ofIndicator = /^(?:dc )?indicat(?:or|eur)/
const ofBalance = /\b(solde|balance)\b/
/** One that may be of the direction or of what kind a transaction is. */
const ofKind = /^(type|nature|categor|operation|mouvement|flux|transaction|mode|moyen|genre|kind)/

export const isOfDirection = (name: string) =>
  [ofDirection, ofSides, ofIndicator].some(heading => heading.test(name)) && !ofBalance.test(name)

const wayOf = (said: string) => {
  const bare = said.replace(/[.()]/g, '').trim()
  return incoming.test(bare) ? 'in' : outgoing.test(bare) ? 'out' : undefined
}

/** The same of words in a sentence: of none, or of both, nothing. */
function wayWithin(said: string) {
  if (ofNoDirection.test(said)) return undefined
  const words = said.split(/[^a-z]+/)
  const isIn = words.some(each => incomingWithin.test(each))
  const isOut = words.some(each => outgoingWithin.test(each))
  return isIn === isOut ? undefined : isIn ? 'in' : 'out'
}
const wayOfKind = (said: string) => wayOf(said) ?? wayWithin(said)

type Table = {
  /** Plain; none of a column that is not asked: of what a payer has written, and of the amount. */
  names: readonly (string | undefined)[]
  lines: readonly Line[]
  /** What came and what went have each a column. */
  areApart: boolean
}

/**
 * Which lines went out of the account. Where no sign says it a column does, whatever its heading; of one that is understood
 * in part nothing is believed, since what is taken for money received is taken from what a practice owes.
 */
export function newDirection({ names, lines, areApart }: Table, plain: (text: string) => string) {
  const unsigned = lines.filter(({ cents }) => cents > 0)
  const isSigned = unsigned.length < lines.length
  const saying = names.flatMap((name, column) => {
    if (name === undefined) return []
    const said = unsigned.map(({ row }) => plain(row[column] ?? ''))
    const isSaid = isOfDirection(name) || ofKind.test(name)
    const ways = said.map(wayOfKind)
    const isWhole = said.length > 0 && ways.every(Boolean)
    if (isOfDirection(name) && !isWhole) throw new BankFileFault('bank_file_direction_unknown')
    const understood = ways.filter((way, index) => way && word.test(said[index] ?? ''))
    // One line with a sign is not all of them: where another says in words that it went out, the signs are not to be believed.
    const isDoubtful = !areApart && (understood.includes('out') || (!isSigned && understood.length > 0))
    if (isSaid && !isWhole && isDoubtful) throw new BankFileFault('bank_file_direction_unknown')
    const isBelieved = isSaid || said.every(wayOf) || new Set(ways).size > 1
    const areWords = isOfDirection(name) || understood.length === said.length
    return isWhole && isBelieved && areWords ? [column] : []
  })
  return ({ row, cents }: Line) => cents < 0 || saying.some(column => wayOfKind(plain(row[column] ?? '')) === 'out')
}

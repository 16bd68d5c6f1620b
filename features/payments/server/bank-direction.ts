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
/** By it money goes either way: what a laboratory collects so it has "emitted", and what it pays so it has "received". */
const ofDirectDebit = /\b(?:direct debits?|(?:prelevements?|prlv|prel)(?: sepa)? (?:emis|recus?))\b/
/** What a transfer is called, whichever way it goes. */
const creditTransfer = /\bcredit transfers?\b/g

/** A heading that is of nothing else. */
const ofDirection = /^(?:code |type )?(?:sens|direction|signe?|dc|cd|\+ ?\/ ?-|cdtdbtind)(?:$|[ (:])/
const ofSides =
  /^(?:code |type )?(?:d|c|dr|cr|debit|credit)(?: ?[/|-] ?| (?:ou|or|et|and) | )(?:d|c|dr|cr|debit|credit)(?:$|[ (:])/
const ofIndicator = /^(?:dc )?indicat(?:or|eur)/
const ofBalance = /\b(solde|balance)\b/
/** One that may be of the direction or of what kind a transaction is. */
const ofKind = /^(type|nature|categor|operation|mouvement|flux|transaction|mode|moyen|genre|kind)/
/** Below these some banks have the words of whoever paid; of kinds no bank has so many. */
const ofKindOrWords = /^(?:operation|mouvement|transaction)s?$/
const mostKinds = 12
/** What a text, or the column of a payer, is headed by that holds nothing but directions. */
const ofDirectionWithin = /\b(?:sens|direction)\b|\bd ?\/ ?c\b|^debiteur ?\/ ?crediteur$/

export const isOfDirection = (name: string) =>
  [ofDirection, ofSides, ofIndicator].some(heading => heading.test(name)) && !ofBalance.test(name)

const wayOf = (said: string) => {
  const bare = said.replace(/[.()]/g, '').trim()
  return incoming.test(bare) ? 'in' : outgoing.test(bare) ? 'out' : undefined
}

/** The same of words in a sentence: of none, or of both, nothing. */
function wayWithin(said: string) {
  if (ofNoDirection.test(said) || ofDirectDebit.test(said)) return undefined
  const words = said.replace(creditTransfer, ' ').split(/[^a-z]+/)
  const isIn = words.some(each => incomingWithin.test(each))
  const isOut = words.some(each => outgoingWithin.test(each))
  return isIn === isOut ? undefined : isIn ? 'in' : 'out'
}
const wayOfKind = (said: string) => wayOf(said) ?? wayWithin(said)

type Table = {
  /** Plain; none of the amount's. */
  names: readonly (string | undefined)[]
  /** Of the columns that have what somebody wrote, or who it was. */
  written: readonly (number | undefined)[]
  lines: readonly Line[]
  /** What came and what went have each a column. */
  areApart: boolean
}

/**
 * Which lines went out of the account. Where no sign says it a column does, whatever its heading; of one that is understood
 * in part nothing is believed, since what is taken for money received is taken from what a practice owes. Against signs, and
 * against columns of their own, a column of directions is believed and the words of a kind are not: a collected direct debit is "emitted".
 */
export function newDirection({ names, written, lines, areApart }: Table, plain: (text: string) => string) {
  const unsigned = lines.filter(({ cents }) => cents > 0)
  const isSaidBySign = areApart || unsigned.length < lines.length

  function saysDirection(name: string, column: number): boolean {
    const said = unsigned.map(({ row }) => plain(row[column] ?? ''))
    const ways = said.map(wayOfKind)
    const isWhole = ways.every(Boolean)
    const areBoth = new Set(ways).size > 1
    const areDirections = said.every(each => wayOf(each) && word.test(each))
    if (written.includes(column)) return !areApart && areDirections && (areBoth || ofDirectionWithin.test(name))
    if (isOfDirection(name) && !isWhole) throw new BankFileFault('bank_file_direction_unknown')
    if (isOfDirection(name)) return true
    if (isSaidBySign) return !areApart && areDirections && areBoth
    const isKind = ofKind.test(name) && !(ofKindOrWords.test(name) && areManyWords(said))
    const understood = said.filter((each, index) => ways[index] && word.test(each))
    const isDoubtful = understood.length > 0 || said.some(each => ofDirectDebit.test(each))
    if (isKind && !isWhole && isDoubtful) throw new BankFileFault('bank_file_direction_unknown')
    return understood.length === said.length && (isKind || areDirections || areBoth)
  }

  const saying = names.flatMap((name, column) => {
    const isAsked = name !== undefined && unsigned.length > 0
    return isAsked && saysDirection(name, column) ? [column] : []
  })
  return ({ row, cents }: Line) => cents < 0 || saying.some(column => wayOfKind(plain(row[column] ?? '')) === 'out')
}

/** Whatever their numbers are. */
const areManyWords = (said: readonly string[]) => new Set(said.map(each => each.replace(/\d+/g, ''))).size > mostKinds

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
/** How it was sent, which says no direction. */
const ofManner =
  / (?:sepa|web|inst|instantanes?|immediats?|permanents?|ponctuels?|internes?|externes?|europeens?|internationa(?:l|ux))\b/g
/** What is too short, or too common a word, to say it alone says it beside a transfer. */
const incomingTransfer = /\b(?:virements?|virt?|vrt|transferts?) (?:rec|depuis)\b/
const outgoingTransfer = /\b(?:virements?|virt?|vrt|transferts?) (?:em|vers)\b/
/** Beside one another money comes in one of them and goes in the other, and banks do not agree on which. */
const eitherWay = [/^paiements?\b/, /^versements?\b/]

/**
 * The same of what a bank wrote around somebody's words: what stands first is the bank's own. An invoice is "émise", a crown "envoyée"
 * and a sum "trop reçue", so that of these words none is asked in the feminine.
 */
const incomingInText =
  /\b(?:(?:virements?|virt?|vrt|transferts?|transfers?|paiements?|payments?|cheques?|chq) (?:recus?|rec|entrants?|depuis|received)|incoming|entrees? de fonds|en votre faveur)\b/
const outgoingInText =
  /\b(?:(?:virements?|virt?|vrt|transferts?|transfers?|paiements?|payments?|cheques?|chq) (?:emis|em|vers|envoyes?|sent(?! from))|emis|sortants?|debits?|debited?|decaissements?|outgoing|sorties? de fonds)\b/
/**
 * What a bank alone begins with: whoever pays writes "payment to" and the laboratory's name among their words, too. Where what came and
 * what went have each a column, it says nothing against that.
 */
const outgoingAtStart =
  /^(?:(?:virements?|virt?|vrt|transferts?|transfers?|trf|tfr|paiements?|payments?|money|standing orders?|paid) (?:en faveur|faveur|au profit|to|out|made to|sent to))\b/

/** What else is "émis". */
const ofPaper = /\b(?:releves?|avoirs?|devis|bons?|documents?) emis\b/g
/** What a laboratory collects so has come, whatever stands between. */
const ofCollection = /\b(?:direct debits?|(?:sdd|prelevements?|prlv|prel)(?: [a-z0-9]+){0,2} emise?s?)\b/g

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
  const spaced = spacedOf(said)
  const isIn = words.some(each => incomingWithin.test(each)) || incomingTransfer.test(spaced)
  const isOut = words.some(each => outgoingWithin.test(each)) || outgoingTransfer.test(spaced)
  return isIn === isOut ? undefined : isIn ? 'in' : 'out'
}
const wayOfKind = (said: string) => wayOf(said) ?? wayWithin(said)

const spacedOf = (said: string) => said.replace(/[^a-z]+/g, ' ').replace(ofManner, '')

function isOutInText(said: string): boolean {
  const spaced = spacedOf(said).replace(ofPaper, ' ').replace(ofCollection, ' ')
  const [out, into] = [spaced.search(outgoingInText), spaced.search(incomingInText)]
  return out >= 0 && (into < 0 || out < into)
}

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
 * Which lines went out of the account, and which of the others say that they did. Where no sign says it a column does, whatever its
 * heading; of one that is understood in part nothing is believed, since what is taken for money received is taken from what a practice
 * owes. Against signs, and against columns of their own, a column of directions is believed and the words of a kind are not: a collected
 * direct debit is "emitted". What is not believed leaves a doubt: one amount below nought says nothing of the lines around it.
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
    const areWords = ofKindOrWords.test(name) && areManyWords(said)
    // Of so many a bank may have written one all the same, and then it has written the others.
    if (areWords && !isWhole && said.some(isOutInText)) throw new BankFileFault('bank_file_direction_unknown')
    const isKind = ofKind.test(name) && !areWords
    const understood = said.filter((each, index) => ways[index] && word.test(each))
    const isDoubtful =
      understood.some(each => !incomingTransfer.test(spacedOf(each))) || said.some(each => ofDirectDebit.test(each))
    if (isKind && !isWhole && isDoubtful) throw new BankFileFault('bank_file_direction_unknown')
    return understood.length === said.length && (isKind || areDirections || areBoth)
  }

  const saying = names.flatMap((name, column) => {
    const isAsked = name !== undefined && unsigned.length > 0
    return isAsked && saysDirection(name, column) ? [column] : []
  })
  const columns = names.flatMap((name, column) => (name === undefined ? [] : [column]))
  const kinds = columns.filter(column => {
    const name = names[column] ?? ''
    return !written.includes(column) && (name === '' || ofKind.test(name) || isOfDirection(name))
  })
  const isEitherWay = (column: number) =>
    eitherWay.every(kind => lines.some(({ row }) => kind.test(plain(row[column] ?? ''))))
  const unclear = unsigned.length === lines.length ? kinds.filter(isEitherWay) : []

  return {
    hasGone: ({ row, cents }: Line) =>
      cents < 0 || saying.some(column => wayOfKind(plain(row[column] ?? '')) === 'out'),
    saysGone({ row }: Line): boolean {
      const said = row.map(plain)
      const of = (columns: readonly number[]) => columns.map(column => said[column] ?? '')
      if (of(saying).some(each => wayOfKind(each) === 'in')) return false
      if (of(unclear).some(each => eitherWay.some(kind => kind.test(each)) && !wayOfKind(each))) return true
      const ways = of(kinds).map(each => (word.test(each) ? wayOfKind(each.replace(ofCollection, ' ')) : undefined))
      if (ways.includes('out')) return true
      if (ways.includes('in')) return false
      const begins = !areApart && of(columns).some(each => outgoingAtStart.test(spacedOf(each).trimStart()))
      return begins || isOutInText(of(columns).join(' / '))
    },
  }
}

/** Whatever their numbers are. */
const areManyWords = (said: readonly string[]) => new Set(said.map(each => each.replace(/\d+/g, ''))).size > mostKinds

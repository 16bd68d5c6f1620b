import { BankFileFault } from './bank-statement.ts'

/** A line of an account; `cents` is negative where the amount alone marks it as outgoing. */
type Line = { row: readonly string[]; cents: number }

// As banks and their software write it, without accents and in lower case.
const incoming = /^(c|cr|crdt|credit|crediteur|\+|entree|entrante?|recue?|recettes?|in|incoming|received)$/
const outgoing = /^(d|dr|db|dbit|debit|debiteur|-|−|–|sortie|sortante?|emise?|depenses?|out|outgoing|sent)$/
const word = /^[a-z]/

/** Words that reveal a transaction kind's direction among other words. */
const incomingWithin =
  /^(recue?s?|entrante?s?|credits?|credite|crediteurs?|creditrices?|encaissements?|encaissee?s?|recettes?|entrees?|incoming|received|credited)$/
const outgoingWithin =
  /^(emise?s?|sortante?s?|debits?|debite|debiteurs?|debitrices?|decaissements?|decaissee?s?|remboursements?|remboursee?s?|depenses?|sorties?|envoyee?s?|retraits?|outgoing|sent|debited|withdrawals?)$/
/** Names of credit cards and loans reveal no direction; a returned payment may go either way. */
const ofNoDirection =
  /\b(carte|card|echeance|pret)( de| du)? credit\b|\bcredit (card|immobilier|conso\w*)\b|\b(rejet|retour|annulation|impaye|return|reversal)\w*/
/** Direct debits go either way: the laboratory "emits" those it collects and "receives" those it pays. */
const ofDirectDebit = /\b(?:direct debits?|(?:prelevements?|prlv|prel)(?: sepa)? (?:emis|recus?))\b/
/** A transfer's name, whichever way it goes. */
const creditTransfer = /\bcredit transfers?\b/g
/** How a transfer was sent, which reveals no direction. */
const ofManner =
  / (?:sepa|web|inst|instantanes?|immediats?|permanents?|ponctuels?|internes?|externes?|europeens?|internationa(?:l|ux))\b/g
/** Words too short or too common to reveal a direction alone, but which do beside a transfer. */
const incomingTransfer = /\b(?:virements?|virt?|vrt|transferts?) (?:rec|depuis)\b/
const outgoingTransfer = /\b(?:virements?|virt?|vrt|transferts?) (?:em|vers)\b/
/** When both occur in a file, one is incoming and the other outgoing, and banks disagree on which is which. */
const eitherWay = [/^paiements?\b/, /^versements?\b/]

/**
 * The same in free text, where the first words are the bank's own. The feminine forms are left out: an invoice is
 * "émise", a crown "envoyée" and a sum "trop reçue".
 */
const incomingInText =
  /\b(?:(?:virements?|virt?|vrt|transferts?|transfers?|paiements?|payments?|cheques?|chq) (?:recus?|rec|entrants?|depuis|received)|incoming|entrees? de fonds|en votre faveur)\b/
const outgoingInText =
  /\b(?:(?:virements?|virt?|vrt|transferts?|transfers?|paiements?|payments?|cheques?|chq) (?:emis|em|vers|envoyes?|sent(?! from))|emis|sortants?|debits?|debited?|decaissements?|outgoing|sorties? de fonds)\b/
/**
 * Openings only a bank uses. A payer may also write "payment to" and the laboratory's name, so they count for nothing
 * where incoming and outgoing amounts have separate columns.
 */
const outgoingAtStart =
  /^(?:(?:virements?|virt?|vrt|transferts?|transfers?|trf|tfr|paiements?|payments?|money|standing orders?|paid) (?:en faveur|faveur|au profit|to|out|made to|sent to))\b/

/** Other things that are "émis". */
const ofPaper = /\b(?:releves?|avoirs?|devis|bons?|documents?) emis\b/g
/** Direct debits collected by the laboratory are incoming, whatever stands between the words. */
const ofCollection = /\b(?:direct debits?|(?:sdd|prelevements?|prlv|prel)(?: [a-z0-9]+){0,2} emise?s?)\b/g

/** Headings that can only mean the direction. */
const ofDirection = /^(?:code |type )?(?:sens|direction|signe?|dc|cd|\+ ?\/ ?-|cdtdbtind)(?:$|[ (:])/
const ofSides =
  /^(?:code |type )?(?:d|c|dr|cr|debit|credit)(?: ?[/|-] ?| (?:ou|or|et|and) | )(?:d|c|dr|cr|debit|credit)(?:$|[ (:])/
const ofIndicator = /^(?:dc )?indicat(?:or|eur)/
const ofBalance = /\b(solde|balance)\b/
/** Headings that may mean the direction or the kind of transaction. */
const ofKind = /^(type|nature|categor|operation|mouvement|flux|transaction|mode|moyen|genre|kind)/
/** Below these headings some banks put the payer's words; no bank has as many as `mostKinds` kinds. */
const ofKindOrWords = /^(?:operation|mouvement|transaction)s?$/
const mostKinds = 12
/** Headings of a text or payer column that holds nothing but directions. */
const ofDirectionWithin = /\b(?:sens|direction)\b|\bd ?\/ ?c\b|^debiteur ?\/ ?crediteur$/

export const isOfDirection = (name: string) =>
  [ofDirection, ofSides, ofIndicator].some(heading => heading.test(name)) && !ofBalance.test(name)

const wayOf = (said: string) => {
  const bare = said.replace(/[.()]/g, '').trim()
  return incoming.test(bare) ? 'in' : outgoing.test(bare) ? 'out' : undefined
}

/** The same for words in a sentence; undefined where none or both directions occur. */
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
  /** In plain letters; undefined for the amount's columns. */
  names: readonly (string | undefined)[]
  /** Columns that hold the payer's words or name. */
  written: readonly (number | undefined)[]
  lines: readonly Line[]
  /** Incoming and outgoing amounts have separate columns. */
  areApart: boolean
}

/**
 * Tells which lines are outgoing, and which of the others claim to be. Where amounts have no signs, a column says it,
 * whatever its heading. A column understood only in part is refused, since money wrongly taken as received reduces what a
 * practice owes. Against signs or separate columns, a column of directions is believed but the words of a kind are not: a
 * collected direct debit is "emitted". What is not believed leaves a doubt: a single negative amount says nothing about
 * the lines around it.
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
    // Among so many words the bank may still have written one direction itself, and then it has written them all.
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

/** Numbers are ignored when telling words apart. */
const areManyWords = (said: readonly string[]) => new Set(said.map(each => each.replace(/\d+/g, ''))).size > mostKinds

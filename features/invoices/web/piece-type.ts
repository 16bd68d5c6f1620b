import type { InvoiceLink } from '../contract.ts'
import type { InvoicesText } from '../text/en.ts'

type Words = Pick<InvoicesText, 'types' | 'returned'>

/** A piece's displayed type; a payment taken back has its own names. */
export const typeOfPiece = (words: Words, { type, returnedAs }: Pick<InvoiceLink, 'type' | 'returnedAs'>) =>
  returnedAs ? words.returned[returnedAs] : words.types[type]

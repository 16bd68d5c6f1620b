import type { InvoiceLink } from '../contract.ts'
import type { InvoicesText } from '../text/en.ts'

type Words = Pick<InvoicesText, 'types' | 'returned'>

/** What a piece is called: what takes a payment back is none. */
export const typeOfPiece = (words: Words, { type, returnedAs }: Pick<InvoiceLink, 'type' | 'returnedAs'>) =>
  returnedAs ? words.returned[returnedAs] : words.types[type]

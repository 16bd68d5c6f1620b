import type { CatalogueProduct } from '#features/catalogue/contract.ts'
import type { EnteredProduct, Entry } from './entry.ts'

/** What each part of the form is given: what it shows, how to change it, what is wrong with its fields. */
export type SectionProps<Shown> = {
  entry: Shown
  change: (changes: Partial<Entry>) => void
  faultAt: (path: string) => string | undefined
}

export type ProductFieldsProps = {
  product: EnteredProduct
  /** Nothing where the catalogue has it no more. */
  known: CatalogueProduct | undefined
  onChange: (changes: Partial<EnteredProduct>) => void
  faultAt: (path: string) => string | undefined
}

import type { CatalogueProduct } from '#features/catalogue/contract.ts'
import type { EnteredProduct, Entry } from './entry.ts'

/** The props of each part of the form: what it shows, how to change it, and the errors of its fields. */
export type SectionProps<Shown> = {
  entry: Shown
  change: (changes: Partial<Entry>) => void
  faultAt: (path: string) => string | undefined
}

export type ProductFieldsProps = {
  product: EnteredProduct
  /** Undefined where the catalogue no longer has it. */
  known: CatalogueProduct | undefined
  onChange: (changes: Partial<EnteredProduct>) => void
  faultAt: (path: string) => string | undefined
}

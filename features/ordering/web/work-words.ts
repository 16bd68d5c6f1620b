import { summarize, type Work } from '#features/prescription/rules.ts'
import type { Language } from '#kit/language.ts'
import { quantityOf } from '../rules.ts'
import type { Catalogue, EnteredProduct } from './entry.ts'

/** The wording of the case's summary: "Bridge 13–23 · A3,5". */
export function workWords(product: EnteredProduct, catalogue: Catalogue, language: Language): string {
  const known = catalogue.get(product.reference)
  if (!known) return product.reference
  const work: Work = {
    ...known.name,
    quantity: quantityOf(product, known.needs),
    teeth: product.teeth ?? [],
    shade: product.shade?.trim() || null,
    sector: product.sector ?? null,
  }
  return summarize([work], language)
}

/** The laboratory's price; undefined when a product has no price or the reader may not see prices. */
export function priceOf(products: readonly EnteredProduct[], catalogue: Catalogue): number | undefined {
  let sum = 0
  for (const product of products) {
    const known = catalogue.get(product.reference)
    if (known?.priceCents === undefined) return undefined
    sum += known.priceCents * quantityOf(product, known.needs)
  }
  return products.length > 0 ? sum : undefined
}

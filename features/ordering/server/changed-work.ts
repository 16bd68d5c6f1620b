import type { CaseChange } from '#features/cases/server/stored-change-sql.ts'
import type { CatalogueProduct } from '#features/catalogue/contract.ts'
import { summarize } from '#features/prescription/rules.ts'
import type { Language } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { refuseRepeated } from '#kit/server/repeated.ts'
import type { OrderChange } from '../change-input.ts'
import { productGaps, quantityOf, sectorAfter } from '../rules.ts'
import type { OrderedProduct } from './ordered-sql.ts'

export type Changed = { before: OrderedProduct; after: OrderedProduct }

/** The products that change, as they will be. Refuses incomplete ones with the path of each gap. */
export function changedProducts(ordered: readonly OrderedProduct[], { products = [] }: OrderChange): Changed[] {
  refuseRepeated(products, 'products', 'caseSequence')
  const changes = products.flatMap(({ caseSequence, ...said }, index) => {
    const before = ordered.find(product => product.case_sequence === caseSequence)
    const needs = before && needsOf(before)
    if (!before || !needs)
      throw problem('input_invalid', { errors: [{ path: `products.${index}.caseSequence`, code: 'not_in_catalogue' }] })
    const after = {
      ...before,
      // As in the order form: the teeth imply the arch.
      sector:
        said.sector !== undefined
          ? said.sector
          : said.teeth && (needs.sector === 'required' || before.sector !== null)
            ? (sectorAfter(said.teeth, { teeth: before.teeth, sector: before.sector ?? undefined }) ?? null)
            : before.sector,
      teeth: said.teeth ?? before.teeth,
      pontics: (said.pontics ?? before.pontics).filter(tooth => (said.teeth ?? before.teeth).includes(tooth)),
      shade: said.shade === undefined ? before.shade : said.shade,
      complementary_shade: said.complementaryShade === undefined ? before.complementary_shade : said.complementaryShade,
    }
    const entered = prescribed(after)
    const quantity = quantityOf(entered, needs)
    const errors = productGaps({ ...entered, quantity }, needs, `products.${index}.`)
    if (errors.length > 0) throw problem('input_invalid', { errors })
    return [{ before, after: { ...after, quantity } }]
  })
  return changes.filter(({ before, after }) => !isSame(before, after))
}

/** Whether work without a price (offered, or a free remake) gets more pieces, or another tooth or arch, than ordered. */
export const isMoreForNothing = ({ before, after }: Changed, isRemake: boolean) =>
  (before.ownPriceCents ?? (isRemake ? 0 : null)) === 0 &&
  (after.quantity > before.quantity ||
    after.teeth.some(tooth => !before.teeth.includes(tooth)) ||
    hasAnotherArch(before.sector, after.sector))

const hasAnotherArch = (before: OrderedProduct['sector'], after: OrderedProduct['sector']) =>
  after !== null && after !== before && before !== 'both' && before !== 'archs'

const isSame = (before: OrderedProduct, after: OrderedProduct) =>
  before.shade === after.shade &&
  before.complementary_shade === after.complementary_shade &&
  before.sector === after.sector &&
  areSameTeeth(before.teeth, after.teeth) &&
  areSameTeeth(before.pontics, after.pontics)

/** In whatever order they are named. */
export const areSameTeeth = (some: readonly number[], others: readonly number[]) => sorted(some) === sorted(others)
const sorted = (teeth: readonly number[]) => String(teeth.toSorted((a, b) => a - b))

const prescribed = (product: OrderedProduct) => ({
  reference: product.reference,
  quantity: product.quantity,
  teeth: product.teeth,
  pontics: product.pontics,
  sector: product.sector ?? undefined,
  shade: product.shade ?? undefined,
  complementaryShade: product.complementary_shade ?? undefined,
  implant: product.implant_brand ? { brand: product.implant_brand, platform: product.implant_platform ?? '' } : {},
  note: product.note ?? undefined,
})

/** Undefined for products without a catalogue version (imports). */
function needsOf(product: OrderedProduct): CatalogueProduct['needs'] | undefined {
  const { tooth_need, minimum_teeth, has_pontics, sector_need, shade_need, implant_need } = product
  if (!tooth_need || minimum_teeth === null || has_pontics === null || !sector_need || !shade_need || !implant_need)
    return undefined
  return {
    teeth: tooth_need,
    minimumTeeth: minimum_teeth,
    hasPontics: has_pontics,
    sector: sector_need,
    shade: shade_need,
    implant: implant_need,
  }
}

/** The values to write: the products, and the fields of the case derived from all of them. */
export function caseChangeOf(
  ordered: readonly OrderedProduct[],
  changed: readonly Changed[],
  comment: string | null | undefined,
): CaseChange {
  const all = ordered.map(
    product => changed.find(({ before }) => before.case_sequence === product.case_sequence)?.after ?? product,
  )
  return {
    ...(comment === undefined ? {} : { comment }),
    ...(changed.length > 0 && {
      summary: { fr: summaryOf(all, 'fr'), en: summaryOf(all, 'en') },
    }),
    products: changed.map(({ after }) => ({
      caseSequence: after.case_sequence,
      quantity: after.quantity,
      shade: after.shade,
      complementaryShade: after.complementary_shade,
      teeth: after.teeth,
      pontics: after.pontics,
      sector: after.sector,
    })),
  }
}

const summaryOf = (products: readonly OrderedProduct[], language: Language) =>
  summarize(
    products.map(product => ({
      one: product[`name_one_${language}`] ?? product[`label_${language}`],
      many: product[`name_many_${language}`] ?? product[`label_${language}`],
      quantity: product.quantity,
      teeth: product.teeth,
      shade: product.shade,
      sector: product.sector,
    })),
    language,
  )

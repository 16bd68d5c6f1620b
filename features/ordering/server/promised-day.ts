import type { PrintType } from '#features/cases/contract.ts'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { type ForPractice, findCalendar, listProducts } from '#features/catalogue/server/sql.ts'
import { type Day, dayInZone } from '#kit/day.ts'
import { promiseOf } from '../promise.ts'

/** When work ordered today would arrive; null where a product of it is in the catalogue no more, or ever. */
export async function promisedDay(
  user: ForPractice,
  { references, printType }: { references: readonly string[]; printType: PrintType },
): Promise<Day | null> {
  const [catalogue, calendar] = await Promise.all([listProducts(user), findCalendar(user)])
  const products = catalogue.filter(({ reference }) => references.includes(reference))
  if (new Set(references).size > products.length) return null
  const today = dayInZone(new Date(), user.timeZone)
  const leads = products.map(({ lead_days }) => ({ leadDays: lead_days }))
  return promiseOf({ today, products: leads, printType, calendar })?.deliveryDate ?? null
}

/** The first day from this one on on which something can be delivered; null where no day within reach will do. */
export const nextDeliveryDay = (from: Day, calendar: DeliveryCalendar): Day | null =>
  promiseOf({ today: from, products: [], printType: 'optical', calendar })?.deliveryDate ?? null

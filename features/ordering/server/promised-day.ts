import type { PromisedDay } from '#features/cases/server/new-order-sql.ts'
import { findCalendar, listProducts } from '#features/catalogue/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import { promiseOf } from '../promise.ts'
import { pickupFor, promiseWithRoom } from './promise-with-room.ts'

/** When work ordered today would arrive; null where a product is not, or no longer, in the catalogue. */
export const promisedDay: PromisedDay = async (user, { references, printType, pickup, room }) => {
  const [catalogue, calendar] = await Promise.all([listProducts(user), findCalendar(user)])
  const products = catalogue.filter(({ reference }) => references.includes(reference))
  if (new Set(references).size > products.length) return null
  const today = dayInZone(new Date(), user.timeZone)
  const asked = {
    today,
    products: products.map(row => ({ leadDays: row.lead_days })),
    printType,
    pickup: pickup === undefined ? await pickupFor(user, printType, calendar) : pickup,
    calendar,
  }
  const promise = room ? await promiseWithRoom(user, asked, room.work, room.of) : promiseOf(asked)
  return promise?.deliveryDate ?? null
}

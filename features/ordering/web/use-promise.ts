import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import { useFormat } from '#kit/web/format.tsx'
import { typedDay } from '#kit/web/typed-day.ts'
import { promiseOf } from '../promise.ts'
import type { Catalogue, Entry } from './entry.ts'

/** When the work would arrive, by the same rules as on the server; nothing before work and impression are chosen. */
export function usePromise(
  { products, printType, appointmentDay, wishedDate }: Entry,
  catalogue: Catalogue,
  calendar: DeliveryCalendar,
) {
  const today = useFormat().today()
  const known = products.flatMap(({ reference }) => catalogue.get(reference) ?? [])
  if (!printType || known.length === 0) return null
  /** A day that cannot be meant is said at its field. */
  const coming = (typed: string) => {
    const day = typedDay(typed, today)
    return day && day >= today ? day : undefined
  }
  return promiseOf({
    today,
    products: known,
    printType,
    wishedOn: coming(wishedDate),
    appointmentOn: coming(appointmentDay),
    calendar,
  })
}

import { useQuery } from '@tanstack/react-query'
import type { DeliveryCalendar } from '#features/catalogue/contract.ts'
import type { Pickup } from '#features/rides/contract.ts'
import { instantInZone } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { typedDay } from '#kit/web/typed-day.ts'
import type { DeliveryPromise } from '../contract.ts'
import { promiseOf } from '../promise.ts'
import { quantityOf } from '../rules.ts'
import type { Catalogue, Entry } from './entry.ts'
import { promiseQuery } from './queries.ts'

/**
 * When the work would arrive, by the server's rules, or as the server answers where capacity matters. Null before work and
 * impression are chosen and where no day will do, undefined until it is known.
 */
export function usePromise(
  { products, printType, appointmentDay, wishedDate }: Entry,
  catalogue: Catalogue,
  calendar: DeliveryCalendar,
  /** The pickup of a physical impression; undefined until it is known. */
  pickup: Pickup | null | undefined,
  /** Ask the server too as if this were the pickup. */
  isInstead = false,
): DeliveryPromise | null | undefined {
  const { today: todayOf, zone } = useFormat()
  const today = todayOf()
  const known = products.flatMap(({ reference }) => catalogue.get(reference) ?? [])
  const isAsked = printType !== undefined && known.length > 0
  /** Ignores invalid and past days: their errors are shown at the field. */
  const coming = (typed: string) => {
    const day = typedDay(typed, today)
    return day && day >= today ? day : undefined
  }
  const wishedOn = coming(wishedDate)
  const appointmentOn = coming(appointmentDay)
  const question = isAsked && {
    printType,
    pickup: isInstead && pickup ? { date: pickup.date, shift: pickup.shift } : undefined,
    products: products.flatMap(product => {
      const needs = catalogue.get(product.reference)?.needs
      return needs ? { reference: product.reference, quantity: quantityOf(product, needs) } : []
    }),
    wishedDate: wishedOn,
    // Only the day counts: at its end it is not over yet.
    appointmentDate: appointmentOn && instantInZone(appointmentOn, '23:59', zone).toISOString(),
  }
  const answer = useQuery(promiseQuery(calendar.askForDay && question)).data
  if (!question) return null
  if (calendar.askForDay) return answer
  if (question.printType === 'physical' && pickup === undefined) return undefined
  return promiseOf({ today, products: known, printType: question.printType, pickup, wishedOn, appointmentOn, calendar })
}

import { useQuery } from '@tanstack/react-query'
import { instantInZone } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { typedDay } from '#kit/web/typed-day.ts'
import { quantityOf } from '../rules.ts'
import type { Catalogue, Entry } from './entry.ts'
import { promiseFor } from './staff-queries.ts'

/** When it would arrive, from the server; undefined before work and impression are chosen and until it is known. */
export function useStaffPromise(
  practiceId: string,
  { products, printType, appointmentDay, wishedDate }: Entry,
  { catalogue, isImpressionHere }: { catalogue: Catalogue; isImpressionHere: boolean },
) {
  const { today: todayOf, zone } = useFormat()
  const today = todayOf()
  /** Ignores invalid and past days: their errors are shown at the field. */
  const coming = (typed: string) => {
    const day = typedDay(typed, today)
    return day && day >= today ? day : undefined
  }
  const appointmentOn = coming(appointmentDay)
  const works = products.flatMap(product => {
    const needs = catalogue.get(product.reference)?.needs
    return needs ? { reference: product.reference, quantity: quantityOf(product, needs) } : []
  })
  const isAsked = printType !== undefined && works.length > 0
  const answer = useQuery(
    promiseFor(
      practiceId,
      isAsked
        ? {
            printType,
            isImpressionHere: printType === 'physical' && isImpressionHere,
            products: works,
            wishedDate: coming(wishedDate),
            // Only the day counts: at its end it is not over yet.
            appointmentDate: appointmentOn && instantInZone(appointmentOn, '23:59', zone).toISOString(),
          }
        : undefined,
    ),
  ).data
  return isAsked ? answer : undefined
}

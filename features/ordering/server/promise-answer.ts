import { findCalendar, listProducts } from '#features/catalogue/server/sql.ts'
import { dayInZone } from '#kit/day.ts'
import { type InputError, problem } from '#kit/problem.ts'
import type { ForPractice } from '#tenancy/server/actor.ts'
import type { DeliveryPromise, PromiseQuestion } from '../contract.ts'
import { dateGaps } from '../rules.ts'
import { pickupFor, promiseWithRoom } from './promise-with-room.ts'

type Terms = {
  /** Counts questions that only the server can answer, to limit probing of the capacity. */
  count?: () => Promise<void>
  /** The impression is at the laboratory already: no pickup. */
  isImpressionHere?: boolean
}

/** When the work would arrive, and why; nothing is ordered. */
export async function answerPromise(
  user: ForPractice,
  body: PromiseQuestion,
  { count, isImpressionHere = false }: Terms,
): Promise<DeliveryPromise | null> {
  const [products, calendar] = await Promise.all([listProducts(user), findCalendar(user)])
  // A form over the limit shows no day; the order itself still gets one.
  if (calendar.askForDay) await count?.()
  const { now, timeZone } = { now: new Date(), timeZone: user.timeZone }
  const known = new Map(products.map(product => [product.reference, product]))
  const errors = [...unknownProducts(body, known), ...dateGaps(body, { now, timeZone })]
  if (errors.length > 0) throw problem('input_invalid', { errors })
  const { pickup, wishedDate, appointmentDate } = body
  const printType = isImpressionHere ? 'optical' : body.printType
  const asked = {
    today: dayInZone(now, timeZone),
    products: body.products.map(({ reference }) => ({ leadDays: known.get(reference)?.lead_days ?? 0 })),
    printType,
    pickup: pickup ? { ...pickup, isPlanned: false } : await pickupFor(user, printType, calendar),
    wishedOn: wishedDate,
    appointmentOn: appointmentDate && dayInZone(appointmentDate, timeZone),
    calendar,
  }
  const work = body.products.map(({ reference, quantity }) => ({
    family: known.get(reference)?.family ?? null,
    elements: quantity,
  }))
  return promiseWithRoom(user, asked, work)
}

const unknownProducts = ({ products }: PromiseQuestion, known: ReadonlyMap<string, unknown>): InputError[] =>
  products.flatMap(({ reference }, index) =>
    known.has(reference) ? [] : [{ path: `products.${index}.reference`, code: 'not_in_catalogue' }],
  )

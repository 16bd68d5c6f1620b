import { lockAbsencesShared } from '#features/absences/server/sql.ts'
import { lockCapacity } from '#features/capacity/server/sql.ts'
import { insertOrder, type NewProductRow, orderedVersionConstraint } from '#features/cases/server/new-order-sql.ts'
import { findCalendar, listProducts, needsOf, type ProductRow } from '#features/catalogue/server/sql.ts'
import { summarize } from '#features/prescription/rules.ts'
import type { Pickup } from '#features/rides/contract.ts'
import { dayInZone } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { ForPractice } from '#tenancy/server/actor.ts'
import type { DeliveryPromise, NewProduct, OrderAlone } from '../contract.ts'
import { gapsOf } from '../rules.ts'
import { spellingOf } from './patient-sql.ts'
import { listDoctors } from './prescriber-sql.ts'
import { pickupFor, promiseWithRoom } from './promise-with-room.ts'

/**
 * The created order. `pickup` is the one the day is computed from, null for what needs no pickup, or where no driver can
 * come.
 */
export type Ordered = { id: string; code: string; deliveryDate: string | null; pickup: Pickup | null }

type Terms = {
  /** Throws if the promise is not the one that was shown. */
  agree?: (promise: DeliveryPromise | null) => void
  /** The impression is at the laboratory already: no pickup. */
  isImpressionHere?: boolean
  /** Added to the first line of the timeline. */
  note?: Record<Language, string>
}

/** Refuses incomplete orders with the path of each gap. */
export async function createOrder(
  user: ForPractice,
  body: OrderAlone,
  { agree, isImpressionHere = false, note }: Terms,
): Promise<Ordered> {
  // An absence declared concurrently waits, and then finds this case among those it moves.
  const [, catalogue, calendar, doctors] = await Promise.all([
    lockAbsencesShared(user),
    listProducts(user),
    findCalendar(user),
    listDoctors(user),
  ])
  const now = new Date()
  const { timeZone } = user
  const prescriber = prescriberOf(user, body, doctors)
  const parts = partsOf({ ...body, ...prescriber }, { catalogue, doctors }, { now, timeZone })
  const { printType, wishedDate, appointmentDate } = body
  const today = dayInZone(now, timeZone)
  // With the impression at hand, the work can start as soon as with a scan.
  const comingAs = isImpressionHere ? 'optical' : printType
  const pickup = await pickupFor(user, comingAs, calendar)
  // Serialises concurrent orders, so that each counts the others and the last place is given once.
  if (calendar.askForDay) await lockCapacity(user)
  const asked = {
    today,
    products: parts.map(({ row }) => ({ leadDays: row.lead_days })),
    printType: comingAs,
    pickup,
    wishedOn: wishedDate,
    appointmentOn: appointmentDate && dayInZone(appointmentDate, timeZone),
    calendar,
  }
  const work = parts.map(({ product, row }) => ({ family: row.family, elements: product.quantity }))
  const promise = await promiseWithRoom(user, asked, work)
  agree?.(promise)
  const deliveryDate = promise?.deliveryDate ?? null
  const order = {
    patient_code: await spellingOf(user, body.patientCode),
    patient: body.patient ?? null,
    prescriber: prescriber.prescriberName ?? null,
    prescriber_id: prescriber.prescriberId ?? null,
    print_type: printType,
    scan_platform: body.scan?.platform ?? null,
    scan_case: body.scan?.caseNumber ?? null,
    scan_url: body.scan?.url ?? null,
    wished_on: wishedDate ?? null,
    // Normalised to UTC, whatever offset it came with.
    appointment_at: appointmentDate ? new Date(appointmentDate).toISOString() : null,
    comment: body.comment ?? null,
    practice_reference: body.practiceReference ?? null,
    delivery_on: deliveryDate,
    summary_fr: summaryOf(parts, 'fr'),
    summary_en: summaryOf(parts, 'en'),
    remake_of: null,
  }
  const { id, code } = await insertOrder(user, order, parts.map(productRow), today, note).catch(error => {
    if (violates(error, 'orders__prescribed')) throw noLongerPrescribes
    throw violates(error, orderedVersionConstraint) ? noLongerOffered(body) : error
  })
  return { id, code, deliveryDate, pickup }
}

/**
 * The import that created a product was undone since the catalogue was read. With several products the database does not
 * say which one: the form finds out from the current catalogue.
 */
const noLongerOffered = ({ products }: OrderAlone) =>
  problem('input_invalid', {
    errors: [{ path: products.length === 1 ? 'products.0.reference' : 'products', code: 'not_in_catalogue' }],
  })

/** Since the doctors were read, the laboratory marked this one as DLCPM or changed their role. */
const noLongerPrescribes = problem('input_invalid', { errors: [{ path: 'prescriberId', code: 'not_in_practice' }] })

/** A doctor who names no prescriber prescribes. */
function prescriberOf(
  user: ForPractice,
  { prescriberId, prescriberName }: OrderAlone,
  doctors: readonly { id: string }[],
) {
  const isDoctor = doctors.some(({ id }) => id === user.userId)
  return { prescriberId: prescriberId ?? (isDoctor && !prescriberName ? user.userId : undefined), prescriberName }
}

type Part = { product: NewProduct; row: ProductRow }

/** Each product with its catalogue version. Refuses incomplete products with the path of each gap. */
function partsOf(
  body: OrderAlone,
  { catalogue, doctors }: { catalogue: readonly ProductRow[]; doctors: readonly { id: string }[] },
  clock: { now: Date; timeZone: string },
): Part[] {
  const gaps = gapsOf(
    body,
    catalogue.map(row => ({ reference: row.reference, needs: needsOf(row) })),
    clock,
    doctors,
  )
  if (gaps.length > 0) throw problem('input_invalid', { errors: gaps })
  const rows = new Map(catalogue.map(row => [row.reference, row]))
  return body.products.flatMap(product => {
    const row = rows.get(product.reference)
    return row ? [{ product, row }] : []
  })
}

const productRow = ({ product, row }: Part): NewProductRow => ({
  reference: row.reference,
  product_version: row.version,
  label_fr: row.label_fr,
  label_en: row.label_en,
  quantity: product.quantity,
  shade: product.shade ?? null,
  complementary_shade: product.complementaryShade ?? null,
  teeth: product.teeth,
  pontics: product.pontics,
  sector: product.sector ?? null,
  implant_brand: product.implant?.brand ?? null,
  implant_platform: product.implant?.platform ?? null,
  note: product.note ?? null,
})

const summaryOf = (parts: readonly Part[], language: Language) =>
  summarize(
    parts.map(({ product: { quantity, teeth, shade = null, sector = null }, row }) => ({
      one: row[`name_one_${language}`],
      many: row[`name_many_${language}`],
      quantity,
      teeth,
      shade,
      sector,
    })),
    language,
  )

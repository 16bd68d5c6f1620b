import * as v from 'valibot'
import { Shift } from '#features/rides/contract.ts'
import { Day, data, endpoint } from '#kit/contract.ts'
import { Need, ToothNeed, Vat } from './input.ts'

const whole = v.pipe(v.number(), v.integer())

export const CatalogueProduct = v.object({
  reference: v.string(),
  /** In the reader's language. */
  label: v.string(),
  /** Used in the one-line summary of a case: "Zirconia crown", "Zirconia crowns". */
  name: v.object({ one: v.string(), many: v.string() }),
  /** Working days in the laboratory. */
  leadDays: whole,
  vat: Vat,
  /** Without VAT. Absent where the laboratory has set no price, or the reader may not see invoices. */
  priceCents: v.optional(whole),
  needs: v.object({
    teeth: ToothNeed,
    /** The minimum length of a run. */
    minimumTeeth: whole,
    /** Whether teeth of the run may be pontics. */
    hasPontics: v.boolean(),
    sector: Need,
    shade: Need,
    /** Brand and platform of the implant. */
    implant: Need,
  }),
})
export type CatalogueProduct = v.InferOutput<typeof CatalogueProduct>

/** 1 is Monday, 7 is Sunday (ISO 8601). */
const Weekdays = v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7)))

/** Everything besides the products that decides when work arrives: the screen computes the promise from it as the server does. */
export const DeliveryCalendar = v.object({
  /** The laboratory's. */
  workingDays: Weekdays,
  /** Days on which the laboratory is closed, for the next 18 months. */
  holidays: v.array(v.object({ day: Day, name: v.string() })),
  /** The practice's. */
  deliveryDays: Weekdays,
  /** Weekdays on which the practice sees patients; at least one. */
  openingDays: v.pipe(Weekdays, v.minLength(1)),
  /** The practice's absences from today on, `to` included; only for users who may see absences. */
  absences: v.optional(
    v.array(
      v.object({
        from: Day,
        to: Day,
        /** The first half-day of the absence and the last; whole days when absent. */
        fromShift: v.optional(Shift),
        toShift: v.optional(Shift),
        deliveryPossible: v.boolean(),
      }),
    ),
  ),
  /** For all other users: days of the next 18 months without a round although their weekday has one, whatever the reason. */
  withoutRounds: v.optional(v.array(Day)),
  /** The same for half-days, as pickups need them: also on weekdays on which only deliveries have no round. */
  halvesWithoutRounds: v.optional(v.array(v.object({ day: Day, shift: Shift }))),
  /** The weekdays with a single round of the laboratory, and its half of the day. */
  oneRounds: v.optional(v.array(v.object({ weekday: whole, shift: Shift }))),
  /** Working days that a physical impression takes to the laboratory. */
  physicalTransportDays: whole,
  /** Calendar days between arrival and appointment. */
  appointmentBufferDays: whole,
  /** The calendar is not sufficient, because capacity matters: ask for the day (POST /api/orders/promise). */
  askForDay: v.optional(v.literal(true)),
})
export type DeliveryCalendar = v.InferOutput<typeof DeliveryCalendar>

export const CatalogueFamilies = v.array(
  v.object({ id: v.string(), name: v.string(), products: v.array(CatalogueProduct) }),
)
export type CatalogueFamilies = v.InferOutput<typeof CatalogueFamilies>

export const catalogueCalls = {
  catalogue: endpoint({
    method: 'GET',
    path: '/api/catalogue',
    needs: 'portal',
    summary: 'What can be ordered, by family, and the calendar that decides when it arrives',
    reply: data(
      v.object({
        families: CatalogueFamilies,
        calendar: DeliveryCalendar,
      }),
    ),
  }),
}

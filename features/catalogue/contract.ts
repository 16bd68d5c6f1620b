import * as v from 'valibot'
import { Shift } from '#features/rides/contract.ts'
import { Day, data, endpoint } from '#kit/contract.ts'
import { Need, ToothNeed, Vat } from './input.ts'

const whole = v.pipe(v.number(), v.integer())

export const CatalogueProduct = v.object({
  reference: v.string(),
  /** In the reader's language. */
  label: v.string(),
  /** As in the one-line summary of a case: "Zirconia crown", "Zirconia crowns". */
  name: v.object({ one: v.string(), many: v.string() }),
  /** Working days in the laboratory. */
  leadDays: whole,
  vat: Vat,
  /** For those who may see invoices, where the laboratory has set one. Without VAT. */
  priceCents: v.optional(whole),
  needs: v.object({
    teeth: ToothNeed,
    /** Of a run. */
    minimumTeeth: whole,
    /** Whether some teeth of the run hang between the others. */
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

/** All that decides, with the products, when work arrives: the screen computes the promise from it as the server does. */
export const DeliveryCalendar = v.object({
  /** Of the laboratory. */
  workingDays: Weekdays,
  /** Days on which the laboratory is closed, for the next 18 months. */
  holidays: v.array(v.object({ day: Day, name: v.string() })),
  /** Of the practice. */
  deliveryDays: Weekdays,
  /** On which the practice sees patients; never none. */
  openingDays: v.pipe(Weekdays, v.minLength(1)),
  /** Of the practice, from today on, `to` included: for those who may see absences. */
  absences: v.optional(
    v.array(
      v.object({
        from: Day,
        to: Day,
        /** With which half of the first day they begin, and with which of the last they end; whole days where nothing is said. */
        fromShift: v.optional(Shift),
        toShift: v.optional(Shift),
        deliveryPossible: v.boolean(),
      }),
    ),
  ),
  /** For all others: days for the next 18 months on which nobody comes although it is the weekday for it, whosever reason that is. */
  withoutRounds: v.optional(v.array(Day)),
  /** … and halves of other days. */
  halvesWithoutRounds: v.optional(v.array(v.object({ day: Day, shift: Shift }))),
  /** The weekdays on which the laboratory has one round alone: in its half of the day deliveries come. */
  oneRounds: v.optional(v.array(v.object({ weekday: whole, shift: Shift }))),
  /** Working days that a physical impression needs to get to the laboratory. */
  physicalTransportDays: whole,
  /** Calendar days between arrival and appointment. */
  appointmentBufferDays: whole,
  /** Not all that decides is in here: the day is asked for (POST /api/orders/promise). */
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

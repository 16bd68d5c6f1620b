import type { CaseStatus } from '#features/cases/contract.ts'
import { addDays, type Day, instantInZone } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { versionOn } from './catalogue.ts'
import { type Course, lastOfMonth, openCourses, pastCourses } from './courses.ts'
import { comments, firstNames, lastNames, notes, questions } from './people.ts'
import { daysFrom, earlierOf, onOrAfter, onOrBefore, type PracticeDays } from './practice-days.ts'
import type { Product } from './product.ts'
import { Random } from './random.ts'
import { makeWork, type Part, type Work } from './works.ts'

export type CasePractice = {
  brandId: string
  practiceId: string
  /** In which its staff and the laboratory write to each other. */
  language: Language
  prescribers: readonly { id: string; name: string }[]
  /** Who orders for them. */
  managers: readonly string[]
  /** By reference, what its laboratory makes of the list that all begin with. */
  catalogue: ReadonlyMap<string, Product>
  days: PracticeDays
  cases: number
}
type Clock = { today: Day; now: Date; timeZone: string }

/** Rows as their tables name them, the code of the case still to come. */
export type DemonstrationCase = {
  createdOn: Day
  order: Record<string, unknown> & { id: string }
  products: Record<string, unknown>[]
  events: Record<string, unknown>[]
}

/** A twelfth of a practice's cases is under way, more where there are few: some of every kind should be seen. */
export function makeCases(random: Random, practice: CasePractice, clock: Clock): DemonstrationCase[] {
  const open = Math.min(practice.cases - 1, Math.max(14, Math.ceil(practice.cases / 12)))
  const when = { today: clock.today, days: practice.days }
  const courses = [...pastCourses(random, when, practice.cases - open), ...openCourses(random, when, open)]
  const patients = makePatients(random, Math.ceil(practice.cases * 0.8))
  return courses.map(course => makeCase(random, practice, clock, course, random.pick(patients)))
}

type Patient = { patient: string | null; patient_code: string }

function makePatients(random: Random, count: number): Patient[] {
  const first = random.between(100, 300)
  return Array.from({ length: count }, (_, index) => ({
    // Many practices send codes only.
    patient: random.chance(70) ? `${random.pick(firstNames)} ${random.pick(lastNames)}` : null,
    patient_code: `P-${String(first + index).padStart(4, '0')}`,
  }))
}

/** Working days that must be over since a case was registered for it to be where it is. */
const leastAge: Record<CaseStatus, number> = {
  registered: 0,
  in_preparation: 1,
  in_production: 2,
  on_hold: 2,
  shipped: 3,
  delivered: 4,
  invoiced: 4,
  cancelled: 1,
  unknown: 3,
}

function makeCase(
  random: Random,
  practice: CasePractice,
  clock: Clock,
  course: Course,
  patient: Patient,
): DemonstrationCase {
  const { brandId, practiceId, language } = practice
  const { status, deliveryOn, firstDeliveryOn, hold, isAsking, transport } = course
  const drawn = makeWork(random, practice.catalogue)
  const work = hold === 'implant_parts' ? implantWork(patient, practice.catalogue) : drawn
  const isPhysical = random.chance(45)
  const createdOn = createdOnOf(course, work, isPhysical, clock.today, practice.days)
  const versionOf = (product: Product) => versionOn(product, createdOn, clock.today)
  const isMade = ['shipped', 'delivered', 'invoiced'].includes(status)
  const id = random.uuid()
  const events = timeline(random, practice, clock, course, createdOn, isPhysical)
  const ids = { brand_id: brandId, practice_id: practiceId, order_id: id }
  const prescriber = practice.prescribers.length > 0 ? random.pick(practice.prescribers) : null
  const manager =
    prescriber && practice.managers.length > 0 && random.chance(40) ? random.pick(practice.managers) : null
  const question = hold && isAsking ? random.pick(questionsAbout(work, hold, language)) : null
  return {
    createdOn,
    order: {
      id,
      brand_id: brandId,
      practice_id: practiceId,
      ...patient,
      status,
      print_type: isPhysical ? 'physical' : 'optical',
      wished_on: wishedOnOf(random, course, createdOn, practice.days),
      delivery_on: deliveryOn,
      first_delivery_on: firstDeliveryOn,
      is_delivery_confirmed: course.isDeliveryConfirmed,
      appointment_at: appointmentOf(random, course, clock, practice.days),
      hold_reason: hold,
      held_from: hold && 'in_preparation',
      hold_question: question,
      ...transportOf(random, transport),
      comment: random.chance(25) ? random.pick(comments[language]) : null,
      total_cents:
        status === 'registered' || status === 'unknown'
          ? null
          : work.parts.reduce((sum, part) => sum + versionOf(part.product).priceCents * part.quantity, 0),
      prescriber_id: prescriber?.id ?? null,
      prescriber: prescriber?.name ?? null,
      ordered_by: manager ?? prescriber?.id ?? null,
      created_at: events[0]?.at,
      summary_fr: work.summary.fr,
      summary_en: work.summary.en,
    },
    products: work.parts.map((part, index) => ({
      ...ids,
      case_sequence: index + 1,
      product_version: versionOf(part.product).version,
      ...productRow(random, language, part, isMade),
      id: random.uuid(),
    })),
    events: events.map((event, index) => ({ ...ids, sequence: index + 1, ...event })),
  }
}

/** Of its own, so that it changes nothing of the other cases. */
function implantWork({ patient_code }: Patient, catalogue: CasePractice['catalogue']): Work {
  const random = new Random(`implant ${patient_code}`)
  for (;;) {
    const work = makeWork(random, catalogue)
    if (work.parts.some(({ implant }) => implant !== null)) return work
  }
}

/** Nobody asks for the margin of a splint. */
function questionsAbout({ parts }: Work, hold: NonNullable<Course['hold']>, language: Language): readonly string[] {
  const asked = questions[language]
  const isFixed = parts.some(({ teeth, shade }) => teeth.length > 0 && shade !== null)
  return hold === 'technical_response' && !isFixed ? asked.removable : asked[hold]
}

function createdOnOf(
  { status, firstDeliveryOn }: Course,
  work: Work,
  isPhysical: boolean,
  today: Day,
  { isWorkingDay, isOpenDay }: PracticeDays,
): Day {
  if (leastAge[status] === 0 && !firstDeliveryOn) return onOrBefore(today, isOpenDay)
  const latest = leastAge[status] === 0 ? today : daysFrom(today, -1 - leastAge[status], isWorkingDay)
  const wanted = firstDeliveryOn
    ? daysFrom(firstDeliveryOn, -(work.leadDays + (isPhysical ? 1 : 0)), isWorkingDay)
    : daysFrom(latest, -2, isWorkingDay)
  return onOrBefore(earlierOf(wanted, latest), isOpenDay)
}

/** A wish is never answered by an earlier day. */
function wishedOnOf(
  random: Random,
  { firstDeliveryOn }: Course,
  createdOn: Day,
  { isOpenDay }: PracticeDays,
): Day | null {
  if (!firstDeliveryOn || !random.chance(70)) return null
  const day = onOrBefore(daysFrom(firstDeliveryOn, random.pick([-1, 0, 0, 0]), isOpenDay), isOpenDay)
  return day > createdOn ? day : firstDeliveryOn
}

function appointmentOf(
  random: Random,
  { deliveryOn, appointmentAfter }: Course,
  clock: Clock,
  { isOpenDay }: PracticeDays,
): string | null {
  if (appointmentAfter === null) return null
  const wanted = addDays(deliveryOn ?? clock.today, appointmentAfter)
  const day = (appointmentAfter < 0 ? onOrBefore : onOrAfter)(wanted, isOpenDay)
  const time = `${String(random.between(9, 18)).padStart(2, '0')}:${random.pick(['00', '15', '30', '45'])}`
  return instantInZone(day, time, clock.timeZone).toISOString()
}

/** What the laboratory's own driver carries names no carrier: it stands in the round. */
function transportOf(random: Random, transport: Course['transport']) {
  if (transport === 'parcel') {
    const parcel = `8R${random.between(10_000, 99_999)}${random.between(100_000, 999_999)}`
    return { carrier: 'Colissimo', tracking_url: `https://www.laposte.fr/outils/suivre-vos-envois?code=${parcel}` }
  }
  return { carrier: null, tracking_url: null }
}

function productRow(random: Random, language: Language, part: Part, isMade: boolean) {
  const { product, quantity, teeth, pontics, shade, complementaryShade, sector, implant } = part
  return {
    reference: product.reference,
    label_fr: product.label.fr,
    label_en: product.label.en,
    quantity,
    traceability:
      isMade && product.material
        ? `${product.material.name[language]} · lot ${random.between(10, 99)}-${random.between(10_000, 99_999)}`
        : null,
    shade,
    complementary_shade: complementaryShade,
    teeth,
    pontics,
    sector,
    implant_brand: implant?.brand ?? null,
    implant_platform: implant?.platform ?? null,
  }
}

type Event = { status: CaseStatus; at: string; note: string | null }

/** The way through the statuses (design.md, Case statuses) that ends where the case is. */
function timeline(
  random: Random,
  { language, days }: CasePractice,
  clock: Clock,
  course: Course,
  createdOn: Day,
  isPhysical: boolean,
): Event[] {
  const words = notes[language]
  const { status, deliveryOn, firstDeliveryOn } = course
  const isDelayed = deliveryOn !== firstDeliveryOn
  const steps: { status: CaseStatus; on: Day; time: string; note?: string }[] = []
  const add = (step: CaseStatus, on: Day, time: string, note?: string) => {
    steps.push({ status: step, on, time, ...(note ? { note } : {}) })
    return step === status
  }
  const between = (from: number, to: number) =>
    `${String(random.between(from, to)).padStart(2, '0')}:${random.between(10, 59)}`

  const walk = () => {
    if (status === 'unknown') return add('unknown', createdOn, '06:00', words.imported)
    const received = isPhysical ? words.impressionReceived : words.filesReceived
    const arrival = deliveryOn ?? clock.today
    // What arrives tomorrow has left already.
    const leftOn = daysFrom(earlierOf(arrival, clock.today), -1, days.isWorkingDay)
    // What is wanted soon is begun sooner: no work is made in five minutes.
    const isMade = ['shipped', 'delivered', 'invoiced'].includes(status)
    const soon = (wanted: Day) => (isMade && leftOn > createdOn ? earlierOf(wanted, leftOn) : wanted)
    const preparedOn = soon(daysFrom(createdOn, 1, days.isWorkingDay))
    const producedOn = soon(daysFrom(createdOn, 2, days.isWorkingDay))
    if (add('registered', createdOn, between(10, 18))) return
    if (status === 'cancelled') return add('cancelled', preparedOn, between(7, 9), words.cancelled)
    if (add('in_preparation', preparedOn, between(7, 9), received)) return
    if (status === 'on_hold') return add('on_hold', producedOn, between(7, 9))
    if (random.chance(8) && preparedOn < producedOn) {
      add('on_hold', preparedOn, '15:20')
      add('in_preparation', producedOn, '08:05', words.answered)
    }
    if (add('in_production', producedOn, '10:30', isDelayed ? words.delayed : undefined)) return
    if (add('shipped', leftOn, '17:40')) return
    if (add('delivered', arrival, between(8, 11))) return
    return add('invoiced', lastOfMonth(arrival), '18:00')
  }
  walk()
  return inThePast(steps, clock)
}

/** Also before breakfast nothing may have happened later than now, nor in another order than it stands. */
function inThePast(
  steps: { status: CaseStatus; on: Day; time: string; note?: string }[],
  { now, timeZone }: Clock,
): Event[] {
  let latest = now.getTime() - 60_000
  const instants = steps
    .map(({ on, time }) => instantInZone(on, time, timeZone).getTime())
    .reverse()
    .map(instant => {
      latest = Math.min(instant, latest - 300_000)
      return latest
    })
    .reverse()
  return steps.map(({ status, note }, index) => ({
    status,
    at: new Date(instants[index] ?? latest).toISOString(),
    note: note ?? null,
  }))
}

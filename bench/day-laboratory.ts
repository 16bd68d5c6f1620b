import { randomInt } from 'node:crypto'
import pg from 'pg'
import { makeLaboratory } from '#db/seed/make-laboratory.ts'
import { addDays, dayInZone, weekday } from '#kit/day.ts'
import { makeWith, type TestUser } from '../test/make.ts'

const today = dayInZone(new Date(), 'Europe/Paris')

/** Days of work ahead, weekends left out. */
export function workday(ahead: number): string {
  let day = today
  for (let left = Math.abs(ahead); left > 0; ) {
    day = addDays(day, ahead > 0 ? 1 : -1)
    if (weekday(day) < 6) left--
  }
  return day
}

export const host = 'jour.localhost'
type Practice = { assistant: TestUser; doctor: TestUser }

/** A laboratory as `npm run laboratory` makes one. */
export async function openLaboratory(ownerUrl: string) {
  const made = await makeLaboratory(
    ownerUrl,
    {
      name: 'Laboratoire du Port',
      host,
      timeZone: 'Europe/Paris',
      language: 'fr',
      email: undefined,
      cards: undefined,
      phone: '01 99 00 12 30',
      address: '3 quai du Port',
      postalCode: '13002',
      city: 'Marseille',
      administrator: { login: 'claire', email: 'claire@labo.example', firstName: 'Claire', lastName: 'Martin' },
    },
    new Date(),
  )
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  const laboratory = { id: made.brandId, host }
  const make = makeWith(owner)
  const staff = await make.user(laboratory, { first_name: 'Paul', last_name: 'Roux' })
  return { make, laboratory, staff, end: () => owner.end() }
}
type Laboratory = Awaited<ReturnType<typeof openLaboratory>>

/** What a practice finds in the morning: the same for each size and language, and before and after. */
export async function openPractice({ make, laboratory, staff }: Laboratory, language: 'fr' | 'en'): Promise<Practice> {
  const practice = await make.practice(laboratory, {
    name: 'Cabinet des Lilas',
    phone: '01 02 03 04 05',
    city: 'Paris',
  })
  const person = (values: Record<string, unknown>) => make.user(practice, { language, ...values })
  const assistant = await person({ account_type: 'manager', title: 'Mme', first_name: 'Julie', last_name: 'Petit' })
  const doctor = await person({ title: 'Dr', first_name: 'Hélène', last_name: 'Lefèvre' })
  await person({ title: 'Dr', first_name: 'Marc', last_name: 'Aubry' })
  let number = 0
  const order = async (patient: string, values: Record<string, unknown>) => {
    number++
    const [code, patientCode] = [`L-${randomInt(10 ** 8, 10 ** 9)}`, `P-${200 + number}`]
    const { id } = await make.order(practice, {
      code,
      patient,
      patient_code: patientCode,
      prescriber: 'Dr Hélène Lefèvre',
      prescriber_id: doctor.id,
      ordered_by: doctor.id,
      ...values,
    })
    await make.orderLine(practice, id, 'FIX-101', {
      product_version: 1,
      label_fr: 'Couronne zircone monolithique',
      label_en: 'Monolithic zirconia crown',
      teeth: [26],
      shade: 'A2',
    })
    return id
  }
  const at = (day: string) => `${day}T09:00:00Z`
  await order('Anne Moreau', {
    status: 'on_hold',
    hold_reason: 'shade',
    hold_question: 'Quelle teinte pour la 26 ?',
    delivery_on: workday(6),
  })
  await order('Luc Bernard', { status: 'in_production', delivery_on: workday(5), appointment_at: at(workday(3)) })
  await order('Nora Haddad', { status: 'delivered', delivery_on: workday(-3) })
  await order('Jean Dupuis', { status: 'shipped', delivery_on: today })
  await order('Sarah Klein', { status: 'shipped', delivery_on: today })
  await order('Paul Girard', { status: 'shipped', delivery_on: today })
  await order('Inès Lopez', { status: 'in_production', delivery_on: workday(9), appointment_at: at(workday(10)) })
  await order('Tom Fabre', { status: 'in_production', delivery_on: workday(10), appointment_at: at(workday(15)) })
  await order('Léa Simon', { status: 'in_production', delivery_on: workday(7), appointment_at: at(workday(8)) })
  const message = await order('Marie Roche', { status: 'in_preparation', delivery_on: workday(8) })
  await make.insert(laboratory.id, 'order_messages', {
    brand_id: laboratory.id,
    practice_id: practice.id,
    order_id: message,
    author_id: staff.id,
    is_from_laboratory: true,
    body: 'Confirmez-vous la limite cervicale ?',
  })
  await order('Yann Perrot', {
    status: 'on_hold',
    hold_reason: 'technical_response',
    hold_question: 'La 26 est-elle dévitalisée ?',
    delivery_on: workday(9),
  })
  const billed = await order('Rose Vidal', { status: 'invoiced', delivery_on: workday(-6), total_cents: 18_000 })
  const { id: invoiceId } = await make.invoice(practice)
  await make.insert(laboratory.id, 'invoice_orders', {
    brand_id: laboratory.id,
    practice_id: practice.id,
    invoice_id: invoiceId,
    order_id: billed,
    type: 'invoice',
    vat: 'exempt',
  })
  return { assistant, doctor }
}

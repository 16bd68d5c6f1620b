import { addDays } from '#kit/day.ts'
import { problemOf, type startTestApp } from './harness.ts'
import { today } from './today.ts'

/** Crowns that somebody of the bench has entered for a practice, as the slip was read; each in a laboratory of its own. */
export const startEntering = ({ make, as }: ReturnType<typeof startTestApp>) =>
  async function entered() {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    const { reference } = await make.product(laboratory, { price_cents: 14_900 })
    const doctor = await make.user(practice, { title: 'Dr', first_name: 'Anne', last_name: 'Petit' })
    const bench = await as(await make.user(laboratory, { role: 'production' }))
    const reading = await as(doctor)
    const order = {
      patientCode: 'P-77',
      patient: 'Élodie Martin',
      prescriberName: 'Dr Paré',
      printType: 'physical',
      wishedDate: addDays(today, 30),
      products: [{ reference, quantity: 1, teeth: [26], shade: 'A2' }],
    }
    const made = await (await bench(`/api/staff/practices/${practice.id}/orders`, { body: order })).json()
    const { id, deliveryDate } = made.data
    const correct = (body: object) => bench(`/api/staff/orders/${id}/entry`, { method: 'PATCH', body })
    const seen = async () => (await (await reading(`/api/orders/${id}`)).json()).data
    const byBench = async () => (await (await bench(`/api/staff/orders/${id}`)).json()).data
    return { laboratory, practice, reference, doctor, bench, order, id, deliveryDate, correct, seen, byBench }
  }

/** With the path and code of each gap. */
export const refusalOf = async (response: Response) => {
  const { status, code, errors } = await problemOf(response)
  return [status, code, ...(errors ?? []).map(({ path, code }) => `${path} ${code}`)]
}

import type pg from 'pg'
import { insertRows } from './insert-rows.ts'
import { Random } from './random.ts'

type Practice = { brandId: string; id: string; name: string; phone: string; deliveryDays: readonly number[] }

/** What a practice's doctor wants changed, and the laboratory has not decided: nothing where nobody of it signs in. */
export async function insertAccountChange(
  client: pg.Client,
  { brandId, id: practice_id, name, phone, deliveryDays }: Practice,
  users: readonly { id: string; account_type: string | null }[],
) {
  const doctor = users.find(({ account_type }) => account_type === 'doctor')
  if (!doctor) return
  const random = new Random(`account ${name}`)
  const requests = [
    { part: 'contact_information', field: 'phone', before: phone, after: phone.replace(/\d\d$/, '97') },
    { part: 'delivery_instruction', field: 'deliveryDays', before: deliveryDays, after: [1, 3, 4] },
  ]
  for (const { part, field, before, after } of requests) {
    const ofChange = { brand_id: brandId, practice_id, change_id: random.uuid() }
    await insertRows(client, 'account_changes', [
      { brand_id: brandId, practice_id, id: ofChange.change_id, part, requested_by: doctor.id },
    ])
    await insertRows(client, 'account_change_fields', [{ ...ofChange, field, subject_id: practice_id, before, after }])
  }
}

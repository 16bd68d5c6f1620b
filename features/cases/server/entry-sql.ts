import { sql } from 'kysely'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { Staff } from '#tenancy/server/actor.ts'

export type Entry = NonNullable<Awaited<ReturnType<typeof lockEntry>>>

/** With what the slip says of it, and what decides whether that can be put right; of two at once the second sees what the first has done. */
export const lockEntry = ({ tx, brandId }: Staff, id: string) =>
  tx
    .selectFrom('orders')
    .select([
      'id',
      'practice_id',
      'status',
      'ordered_by',
      'remake_of',
      'patient_code',
      'patient',
      'prescriber',
      'prescriber_id',
      'wished_on',
      'appointment_at',
      'comment',
      'practice_reference',
    ])
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Its practice has something to look at: what it reads there is not what it has read before. */
export const markUnread = ({ tx, brandId, userId }: Staff, { id, practice_id }: Pick<Entry, 'id' | 'practice_id'>) =>
  sql`select mark_unread(${brandId}::uuid, ${practice_id}::uuid, ${id}::uuid, ${userId}::uuid)`.execute(tx)

export type Whose = Pick<Entry, 'patient_code' | 'patient' | 'prescriber' | 'prescriber_id' | 'practice_reference'>

/** The database judges once more, and writes the name of a doctor itself. */
export const setWhose = ({ tx }: Staff, id: string, whose: Whose) =>
  sql`select tenant.put_entry_right(${id}::uuid, ${JSON.stringify({
    patientCode: whose.patient_code,
    patient: whose.patient,
    prescriberId: whose.prescriber_id,
    prescriber: whose.prescriber,
    practiceReference: whose.practice_reference,
  })}::jsonb)`
    .execute(tx)
    .catch(error => {
      if (violates(error, 'orders__prescribed'))
        throw problem('input_invalid', { errors: [{ path: 'prescriberId', code: 'not_in_practice' }] })
      throw error
    })

export const setDates = (
  { tx, brandId }: Staff,
  id: string,
  dates: Partial<Pick<Entry, 'wished_on' | 'appointment_at'>>,
) => tx.updateTable('orders').set(dates).where('brand_id', '=', brandId).where('id', '=', id).execute()

/** Of the laboratory's own, other than a driver's photos of a visit. */
export async function showsFiles({ tx, brandId }: Staff, id: string): Promise<boolean> {
  const shown = await tx
    .selectFrom('attachments')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('order_id', '=', id)
    .where('of_laboratory', '=', true)
    .where('hand_over_id', 'is', null)
    .where('state', '<>', 'removed')
    .limit(1)
    .executeTakeFirst()
  return shown !== undefined
}

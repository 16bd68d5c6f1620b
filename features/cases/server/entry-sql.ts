import { sql } from 'kysely'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import type { Staff } from '#tenancy/server/actor.ts'

export type Entry = NonNullable<Awaited<ReturnType<typeof lockEntry>>>

/**
 * Reads the fields from the paper slip and what decides whether they can be corrected; locks the case, so a concurrent
 * correction sees this one.
 */
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

/** Marks the case unread for its practice, since it has changed since it was last read. */
export const markUnread = ({ tx, brandId, userId }: Staff, { id, practice_id }: Pick<Entry, 'id' | 'practice_id'>) =>
  sql`select mark_unread(${brandId}::uuid, ${practice_id}::uuid, ${id}::uuid, ${userId}::uuid)`.execute(tx)

export type Whose = Pick<Entry, 'patient_code' | 'patient' | 'prescriber' | 'prescriber_id' | 'practice_reference'>

/** The database function checks again, and writes the doctor's name itself. */
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

/** Whether the laboratory's own files are on the case, not counting drivers' photos of a hand-over. */
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

import { sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { StoredFile } from './sending-sql.ts'

type PhotographedStop = {
  practiceId: string
  day: Day
  outcome: 'handed_over' | 'nobody_there'
  orderIds: string[]
  isThere: boolean
}

/** Days after its delivery day from which a case no longer waits for a round. */
const longestWait = 90

/**
 * A hand-over of this driver with its cases. For a visit where nobody was there, the cases come from the timeline events
 * written with it.
 */
export async function findPhotographedStop(
  { tx, brandId, userId }: Staff,
  id: string,
): Promise<PhotographedStop | undefined> {
  const { rows } = await sql<PhotographedStop>`
    select h.practice_id as "practiceId", h.day, h.outcome,
      case h.outcome when 'handed_over' then array(
        select c.order_id from handed_cases c where c.brand_id = h.brand_id and c.hand_over_id = h.id and c.taken_back_at is null order by 1)
      else array(
        select o.id from orders o
        where o.brand_id = h.brand_id and o.practice_id = h.practice_id
          and (o.delivery_on is null or o.delivery_on >= h.day - ${longestWait}::integer)
          and exists (select from order_events e
            where e.brand_id = o.brand_id and e.order_id = o.id and e.at = h.told_at and e.author_id = h.done_by)
        order by 1) end as "orderIds",
      exists (select from attachments a where a.brand_id = h.brand_id and a.hand_over_id = h.id
        and a.state in ('ready', 'held')) as "isThere"
    from hand_overs h where h.brand_id = ${brandId} and h.id = ${id} and h.done_by = ${userId}`.execute(tx)
  return rows[0]
}

/** Inserts one row per case before the bytes are stored; `attachments__one_photo` lets only one upload run at a time. */
export async function insertPhotos(
  { tx, brandId, userId }: Staff,
  handOverId: string,
  { practiceId, orderIds }: PhotographedStop,
): Promise<string[]> {
  const rows = await tx
    .insertInto('attachments')
    .values(
      orderIds.map(order_id => ({
        brand_id: brandId,
        practice_id: practiceId,
        order_id,
        hand_over_id: handOverId,
        created_by: userId,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

const ofPhotos = ({ tx, brandId, userId }: Staff, ids: readonly string[]) =>
  tx
    .updateTable('attachments')
    .where('brand_id', '=', brandId)
    .where('created_by', '=', userId)
    .where('id', 'in', ids)
    .where('state', '=', 'uploading')

/** Marks the photos as stored; returns the cases that now have them. */
export async function setPhotosReady(staff: Staff, ids: readonly string[], file: StoredFile): Promise<string[]> {
  const rows = await ofPhotos(staff, ids)
    .set({
      state: file.isHeld ? 'held' : 'ready',
      name: file.name,
      type: file.type,
      size: file.size,
      sha256: file.sha256,
    })
    .returning('order_id')
    .execute()
  return rows.flatMap(({ order_id }) => order_id ?? [])
}

/** Removes the photo, even one being uploaded, of a hand-over that was taken back. Returns whether there was one. */
export async function removePhotosTakenBack({ tx, brandId }: Staff, orderId: string): Promise<boolean> {
  const rows = await tx
    .updateTable('attachments')
    .set({ state: 'removed' })
    .where('brand_id', '=', brandId)
    .where('order_id', '=', orderId)
    .where('state', '<>', 'removed')
    .where('hand_over_id', 'in', eb =>
      eb
        .selectFrom('handed_cases')
        .select('hand_over_id')
        .where('brand_id', '=', brandId)
        .where('order_id', '=', orderId)
        .where('taken_back_at', 'is not', null),
    )
    .returning('id')
    .execute()
  return rows.length > 0
}

/**
 * Releases a failed upload: bytes that may exist go with the next sweep; if they are known to be complete, they are due at
 * once.
 */
export async function releasePhotos(
  staff: Staff,
  ids: readonly string[],
  left: 'nothing' | 'perhaps' | { size: number },
): Promise<void> {
  if (left !== 'nothing')
    await ofPhotos(staff, ids)
      .set({ state: 'removed', ...(left === 'perhaps' ? {} : left) })
      .execute()
  else
    await staff.tx
      .deleteFrom('attachments')
      .where('brand_id', '=', staff.brandId)
      .where('created_by', '=', staff.userId)
      .where('id', 'in', ids)
      .where('state', '=', 'uploading')
      .execute()
}

import { sql, type UpdateObject } from 'kysely'
import type { DB } from '#db/schema.ts'
import type { Staff } from '#tenancy/server/actor.ts'

/** Updates the laboratory's settings; column grants decide which ones an administrator may change. */
export const setBrand = ({ tx, brandId }: Staff, changes: UpdateObject<DB, 'brands'>) =>
  tx.updateTable('brands').set(changes).where('id', '=', brandId).execute()

/** The brand with its images, and a version that changes with any of its values. */
export const findBrandOfStaff = ({ tx, brandId }: Staff, { isLocked = false } = {}) =>
  tx
    .selectFrom('brands')
    .selectAll()
    .select(eb =>
      (['logo', 'favicon'] as const).map(purpose =>
        eb
          .selectFrom('brand_images')
          .select('name')
          .whereRef('brand_images.brand_id', '=', 'brands.id')
          .where('purpose', '=', purpose)
          .as(purpose),
      ),
    )
    .select(
      sql<string>`md5(concat_ws('/', company_name, client_service_phone, address, postal_code, city, primary_color,
        primary_foreground_color, secondary_color, secondary_foreground_color, card_foreground_color, ring_color,
        border_color, delivery_time_information))`.as('settings_version'),
    )
    .where('id', '=', brandId)
    .$if(isLocked, brands => brands.forNoKeyUpdate('brands'))
    .executeTakeFirstOrThrow()

type Purpose = 'logo' | 'favicon'

export const setImage = (
  { tx, brandId }: Staff,
  purpose: Purpose,
  { name, content }: { name: string; content: Buffer },
) =>
  tx
    .insertInto('brand_images')
    .values({ brand_id: brandId, purpose, name, content })
    .onConflict(conflict => conflict.columns(['brand_id', 'purpose']).doUpdateSet({ name, content }))
    .execute()

export const deleteImage = ({ tx, brandId }: Staff, purpose: Purpose) =>
  tx.deleteFrom('brand_images').where('brand_id', '=', brandId).where('purpose', '=', purpose).execute()

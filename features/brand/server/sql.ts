import type { Laboratory, Staff } from '#tenancy/server/actor.ts'
import { type Slots, statement } from '#tenancy/server/statement.ts'

/** A prepared statement: every page runs it, and planning took longer than finding the row. */
const brands = statement((db, $: Slots<Laboratory>) =>
  db
    .selectFrom('brands')
    // Columns are named, because the result of a prepared statement must not change with the table.
    .select([
      'id',
      'company_name',
      'client_service_phone',
      'default_language',
      'primary_color',
      'primary_foreground_color',
      'secondary_color',
      'secondary_foreground_color',
      'card_foreground_color',
      'ring_color',
      'border_color',
      'delivery_time_information',
      'time_zone',
      'feedback_widget_url',
    ])
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
    .where('id', '=', $.brandId),
)

export async function findBrand(laboratory: Laboratory) {
  const [brand] = await brands(laboratory)
  if (!brand) throw new Error('The laboratory of an open transaction is not found.')
  return brand
}

export const findBrandImage = (laboratory: Laboratory, name: string) =>
  laboratory.tx
    .selectFrom('brand_images')
    .select('content')
    .where('brand_id', '=', laboratory.brandId)
    .where('name', '=', name)
    .executeTakeFirst()

export const isSecondFactorDemanded = async ({ tx, brandId }: Staff): Promise<boolean> =>
  (
    await tx
      .selectFrom('brands')
      .select('staff_need_second_factor as isDemanded')
      .where('id', '=', brandId)
      .executeTakeFirstOrThrow()
  ).isDemanded

/** Returns false where the administrator has used no second factor in this session: they would lock themselves out. */
export const setSecondFactorDemanded = async (
  { tx, brandId, userId, sessionId }: Staff,
  isDemanded: boolean,
): Promise<boolean> =>
  (
    await tx
      .updateTable('brands')
      .set({ staff_need_second_factor: isDemanded })
      .where('id', '=', brandId)
      .where(({ or, exists, selectFrom, val }) =>
        or([
          val(!isDemanded),
          exists(
            selectFrom('sessions')
              .select('id')
              .where('brand_id', '=', brandId)
              .where('user_id', '=', userId)
              .where('id', '=', sessionId)
              .where('second_factor', 'is not', null),
          ),
        ]),
      )
      .executeTakeFirst()
  ).numUpdatedRows === 1n

import type { Laboratory, Staff } from '#tenancy/server/actor.ts'

export const findBrand = (laboratory: Laboratory) =>
  laboratory.tx
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
    .where('id', '=', laboratory.brandId)
    .executeTakeFirstOrThrow()

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

/** Nothing where whoever demands it has shown none in this session: they would shut the door behind themselves. */
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

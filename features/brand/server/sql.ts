import type { Laboratory } from '#tenancy/server/actor.ts'

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

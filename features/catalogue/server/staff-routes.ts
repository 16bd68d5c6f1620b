import { recordDeed } from '#features/audit/server/sql.ts'
import { followLeadTimes } from '#features/brand/server/follow-lead-times.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import type { ProductFacts } from '../input.ts'
import { productGaps } from '../product-rules.ts'
import { isSameProduct } from '../rules.ts'
import { staffCatalogueCalls } from '../staff-contract.ts'
import {
  insertFamily,
  insertProduct,
  insertVersion,
  listFamilies,
  listStaffProducts,
  listUntouched,
  listVersions,
  lockCatalogue,
  placeFamilies,
  placeProducts,
  renameFamily,
  setOffered,
} from './staff-sql.ts'

export function staffCatalogueRoutes(api: Api) {
  on(api, staffCatalogueCalls.list, asStaff, async ({ actor: staff }) => {
    const [families, products, untouched] = await Promise.all([
      listFamilies(staff),
      listStaffProducts(staff),
      listUntouched(staff),
    ])
    const byFamily = Map.groupBy(products, ({ family }) => family)
    const untouchedOf = Map.groupBy(untouched, ({ family }) => family)
    return {
      data: families.map(family => ({
        ...family,
        products: byFamily.get(family.id) ?? [],
        untouched: (untouchedOf.get(family.id) ?? []).map(({ reference }) => reference),
      })),
    }
  })

  on(api, staffCatalogueCalls.versions, asStaff, async ({ actor: staff, params }) => {
    const versions = await listVersions(staff, params.reference)
    if (versions.length === 0) throw problem('not_found')
    return { data: versions }
  })

  on(api, staffCatalogueCalls.addProduct, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const { reference, ...facts } = body
    refuseGaps(facts)
    await lockCatalogue(staff)
    const follow = await followLeadTimes(staff, requestId)
    await insertProduct(staff, reference, facts).catch(error => {
      if (violates(error, 'products_pkey')) return refuse('reference_taken')
      throw meaningOf(error)
    })
    await follow()
    await recordDeed(staff, 'catalogue_changed', requestId)
    return { data: { reference } }
  })

  on(api, staffCatalogueCalls.changeProduct, asStaff, async ({ actor: staff, params, body, requestId }) => {
    const { reference } = params
    const { version, ...facts } = body
    refuseGaps(facts)
    await lockCatalogue(staff)
    const follow = await followLeadTimes(staff, requestId)
    const [now] = await listVersions(staff, reference)
    if (!now) throw problem('not_found')
    // Checked before the version, so that a retry after a lost answer succeeds.
    if (isSameProduct(now, facts)) return undefined
    if (now.version !== version) throw problem('conflict')
    await insertVersion(staff, { reference, version: version + 1, isMoved: now.family !== facts.family }, facts).catch(
      error => {
        throw meaningOf(error)
      },
    )
    await follow()
    await recordDeed(staff, 'catalogue_changed', requestId)
    return undefined
  })

  on(api, staffCatalogueCalls.withdraw, asStaff, async ({ actor: staff, body, requestId }) => {
    await lockCatalogue(staff)
    const follow = await followLeadTimes(staff, requestId)
    const untouched = await listUntouched(staff)
    const withdrawn = untouched.flatMap(({ reference }) => (body.references.includes(reference) ? [reference] : []))
    if (withdrawn.length > 0) {
      await setOffered(staff, withdrawn, false)
      await follow()
      await recordDeed(staff, 'catalogue_changed', requestId)
    }
    return { data: { withdrawn } }
  })

  on(api, staffCatalogueCalls.offerAgain, asStaff, async ({ actor: staff, body, requestId }) => {
    await lockCatalogue(staff)
    const follow = await followLeadTimes(staff, requestId)
    await setOffered(staff, body.references, true)
    await follow()
    await recordDeed(staff, 'catalogue_changed', requestId)
    return undefined
  })

  on(api, staffCatalogueCalls.addFamily, asStaff, async ({ actor: staff, body, requestId }) => {
    await lockCatalogue(staff)
    const follow = await followLeadTimes(staff, requestId)
    const id = await insertFamily(staff, body)
    await follow()
    await recordDeed(staff, 'catalogue_changed', requestId)
    return { data: { id } }
  })

  on(api, staffCatalogueCalls.renameFamily, asStaff, async ({ actor: staff, params, body, requestId }) => {
    await lockCatalogue(staff)
    const follow = await followLeadTimes(staff, requestId)
    if (!(await renameFamily(staff, params.family, body))) throw problem('not_found')
    await follow()
    await recordDeed(staff, 'catalogue_changed', requestId)
    return undefined
  })

  on(api, staffCatalogueCalls.placeFamilies, asStaff, async ({ actor: staff, body, requestId }) => {
    await lockCatalogue(staff)
    const follow = await followLeadTimes(staff, requestId)
    const families = await listFamilies(staff)
    refuseUnlessAll(
      families.map(({ id }) => id),
      body.families,
    )
    await placeFamilies(staff, body.families)
    await follow()
    await recordDeed(staff, 'catalogue_changed', requestId)
    return undefined
  })

  on(api, staffCatalogueCalls.placeProducts, asStaff, async ({ actor: staff, params, body, requestId }) => {
    await lockCatalogue(staff)
    const follow = await followLeadTimes(staff, requestId)
    const products = await listStaffProducts(staff)
    const there = products.filter(({ family }) => family === params.family)
    if (there.length === 0) throw problem('not_found')
    refuseUnlessAll(
      there.map(({ reference }) => reference),
      body.references,
    )
    await placeProducts(staff, body.references)
    await follow()
    await recordDeed(staff, 'catalogue_changed', requestId)
    return undefined
  })
}

function refuseGaps(facts: ProductFacts) {
  const errors = productGaps(facts)
  if (errors.length > 0) throw problem('input_invalid', { errors })
}

/** Translates an unknown family into `not_listed`. */
const meaningOf = (error: unknown) =>
  violates(error, 'products_brand_id_family_fkey')
    ? problem('input_invalid', { errors: [{ path: 'family', code: 'not_listed' }] })
    : error

/** A colleague has added one meanwhile, so the given order is incomplete. */
function refuseUnlessAll(there: readonly string[], wanted: readonly string[]) {
  const isWhole = wanted.length === there.length && there.every(one => wanted.includes(one))
  if (!isWhole) throw problem('conflict')
}

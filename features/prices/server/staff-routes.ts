import { recordDeed, recordDeedOn } from '#features/audit/server/sql.ts'
import { listFamilies, listStaffProducts } from '#features/catalogue/server/staff-sql.ts'
import { dayInZone, isDay } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { priceCalls } from '../contract.ts'
import {
  dayConstraint,
  defaultConstraint,
  deleteComing,
  deletePriceList,
  findPriceList,
  insertChangedPrices,
  insertPriceList,
  insertPricesOf,
  listConstraint,
  listPracticePrices,
  listPriceLists,
  listPricesOf,
  listUnknown,
  lockPriceList,
  nameConstraint,
  placePractices,
  setDefault,
  setName,
  setPrices,
} from './sql.ts'

const todayOf = ({ timeZone }: Staff) => dayInZone(new Date(), timeZone)

/** Routes of price lists, which replace catalogue prices for some practices. */
export function staffPriceRoutes(api: Api) {
  on(api, priceCalls.lists, asStaff, async ({ actor: staff }) => ({
    data: await listPriceLists(staff, todayOf(staff)),
  }))

  on(api, priceCalls.list, asStaff, async ({ actor: staff, params }) => {
    const [list, prices, families, products] = await Promise.all([
      findPriceList(staff, params.id),
      listPricesOf(staff, params.id),
      listFamilies(staff),
      listStaffProducts(staff),
    ])
    if (!list) throw problem('not_found')
    const priceOf = new Map(prices.map(({ reference, priceCents }) => [reference, priceCents]))
    const shown = products
      .map(({ priceCents: catalogueCents, ...product }) => ({
        ...product,
        catalogueCents,
        priceCents: priceOf.get(product.reference) ?? null,
      }))
      // A retired product is shown while it has a price of its own here.
      .filter(({ isRetired, priceCents }) => !isRetired || priceCents !== null)
    const byFamily = Map.groupBy(shown, ({ family }) => family)
    return {
      data: {
        ...list,
        families: families.flatMap(family => {
          const members = byFamily.get(family.id)
          return members ? [{ ...family, products: members }] : []
        }),
      },
    }
  })

  on(api, priceCalls.add, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const { name, basedOn, change } = body
    // Locked while it is copied: a change of it comes before or after.
    if (basedOn !== null && !(await lockPriceList(staff, basedOn)))
      throw problem('input_invalid', { errors: [{ path: 'basedOn', code: 'not_listed' }] })
    const id = await insertPriceList(staff, name).catch(error => {
      if (violates(error, nameConstraint)) return refuse('price_list_name_taken')
      throw error
    })
    if (change !== 0) await insertChangedPrices(staff, id, basedOn, change)
    else if (basedOn !== null) await insertPricesOf(staff, id, basedOn)
    await recordDeed(staff, 'price_lists_changed', requestId)
    return { data: { id } }
  })

  on(api, priceCalls.rename, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const isDone = await lockAsRead(staff, params.id, body.version, ({ name }) => name === body.name)
    if (isDone) return undefined
    await setName(staff, params.id, body.name).catch(error => {
      if (violates(error, nameConstraint)) return refuse('price_list_name_taken')
      throw error
    })
    await recordDeed(staff, 'price_lists_changed', requestId)
    return undefined
  })

  on(api, priceCalls.setDefault, asStaff, async ({ actor: staff, params, body, requestId }) => {
    const list = await lockPriceList(staff, params.id)
    if (!list) throw problem('not_found')
    if (list.isDefault === body.isDefault) return undefined
    await setDefault(staff, params.id, body.isDefault).catch(error => {
      // A colleague has chosen another at the same moment.
      if (violates(error, defaultConstraint)) throw problem('conflict')
      throw error
    })
    await recordDeed(staff, 'price_lists_changed', requestId)
    return undefined
  })

  on(api, priceCalls.setPrices, asStaff, async ({ actor: staff, params, body, requestId }) => {
    const { prices, version } = body
    const isDone = await lockAsRead(staff, params.id, version, async ({ id }) => {
      const there = new Map((await listPricesOf(staff, id)).map(one => [one.reference, one.priceCents]))
      return prices.every(({ reference, priceCents }) => (there.get(reference) ?? null) === priceCents)
    })
    if (isDone) return undefined
    const references = prices.map(({ reference }) => reference)
    const placeOf = new Map<string, number>()
    for (const [place, reference] of references.entries()) {
      if (placeOf.has(reference))
        throw problem('input_invalid', { errors: [{ path: `prices.${place}.reference`, code: 'repeated' }] })
      placeOf.set(reference, place)
    }
    const unknown = await listUnknown(staff, references)
    if (unknown.length > 0)
      throw problem('input_invalid', {
        errors: unknown.map(one => ({ path: `prices.${placeOf.get(one)}.reference`, code: 'not_listed' })),
      })
    await setPrices(staff, params.id, prices)
    await recordDeed(staff, 'price_lists_changed', requestId)
    return undefined
  })

  on(api, priceCalls.remove, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    if (!(await lockPriceList(staff, params.id))) throw problem('not_found')
    await deletePriceList(staff, params.id, todayOf(staff)).catch(error => {
      if (violates(error, listConstraint)) return refuse('price_list_in_use')
      throw error
    })
    await recordDeed(staff, 'price_lists_changed', requestId)
    return undefined
  })

  on(api, priceCalls.practices, asStaff, async ({ actor: staff }) => ({
    data: await listPracticePrices(staff, todayOf(staff)),
  }))

  on(api, priceCalls.place, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const practiceIds = [...new Set(body.practiceIds)].toSorted()
    const placed = await placePractices(staff, { ...body, practiceIds }).catch(error => {
      if (violates(error, dayConstraint)) return refuse('day_over')
      if (violates(error, listConstraint)) return refuse('price_list_gone')
      throw error
    })
    if (placed !== practiceIds.length)
      throw problem('input_invalid', { errors: [{ path: 'practiceIds', code: 'not_listed' }] })
    for (const id of practiceIds) await recordDeedOn(staff, id, 'practice_price_list_set', requestId)
    return undefined
  })

  on(api, priceCalls.takeBack, asStaff, async ({ actor: staff, params, requestId }) => {
    const { practiceId, from } = params
    if (!isDay(from) || !(await deleteComing(staff, { practiceId, from, today: todayOf(staff) })))
      throw problem('not_found')
    await recordDeedOn(staff, practiceId, 'practice_price_list_set', requestId)
    return undefined
  })
}

type LockedList = NonNullable<Awaited<ReturnType<typeof lockPriceList>>>

/** Refuses a list changed since it was read, unless it is already as requested (a repetition): then returns true. */
async function lockAsRead(
  staff: Staff,
  id: string,
  version: number,
  isAsSaid: (list: LockedList) => boolean | Promise<boolean>,
): Promise<boolean> {
  const list = await lockPriceList(staff, id)
  if (!list) throw problem('not_found')
  if (list.version === version) return false
  if (!(await isAsSaid(list))) throw problem('conflict')
  return true
}

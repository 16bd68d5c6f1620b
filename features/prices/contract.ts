import * as v from 'valibot'
import { Day, data, endpoint, Id } from '#kit/contract.ts'
import { DefaultPriceList, mostPrices, NewPriceList, PracticesOnList, PriceListName, PriceListPrices } from './input.ts'

const count = v.pipe(v.number(), v.integer())

const PriceList = v.object({
  id: Id,
  name: v.string(),
  /** New practices begin on it. */
  isDefault: v.boolean(),
  /** Number of products with their own price. */
  prices: count,
  /** Number of practices on it now. */
  practices: count,
  /** Number of practices that will be, from a later day. */
  coming: count,
})
export type PriceList = v.InferOutput<typeof PriceList>

/** A practice's list from a day until the next placing. A null list means catalogue prices. */
const Placing = v.object({ from: Day, listId: v.nullable(Id), list: v.nullable(v.string()) })
export type Placing = v.InferOutput<typeof Placing>

const PracticePrices = v.object({
  id: Id,
  name: v.string(),
  place: v.string(),
  isDisabled: v.boolean(),
  /** Null if it has never been on a list. */
  now: v.nullable(Placing),
  coming: v.array(Placing),
})
export type PracticePrices = v.InferOutput<typeof PracticePrices>

const ListedProduct = v.object({
  reference: v.string(),
  labelFr: v.string(),
  labelEn: v.string(),
  isRetired: v.boolean(),
  /** Null for prices on request. */
  catalogueCents: v.nullable(count),
  /** Null: the catalogue's price. */
  priceCents: v.nullable(count),
})
export type ListedProduct = v.InferOutput<typeof ListedProduct>

const OnePriceList = v.object({
  id: Id,
  name: v.string(),
  isDefault: v.boolean(),
  version: count,
  families: v.array(
    v.object({ id: v.string(), nameFr: v.string(), nameEn: v.string(), products: v.array(ListedProduct) }),
  ),
})
export type OnePriceList = v.InferOutput<typeof OnePriceList>

export const priceCalls = {
  lists: endpoint({
    method: 'GET',
    path: '/api/staff/price-lists',
    needs: 'settings',
    summary: 'The price lists by name, with how many prices each has and how many practices are on it',
    reply: data(v.array(PriceList)),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/staff/price-lists/:id',
    needs: 'settings',
    summary: 'A price list beside the catalogue, product by product',
    reply: data(OnePriceList),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/staff/price-lists',
    needs: 'settings',
    summary: 'Makes a price list: a copy of another or of the catalogue, by a share dearer or cheaper where wanted',
    status: 201,
    creates: true,
    body: NewPriceList,
    reply: data(v.object({ id: Id })),
    refusals: { price_list_name_taken: 409 },
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/api/staff/price-lists/:id',
    needs: 'settings',
    summary: 'Gives a price list another name',
    status: 204,
    body: PriceListName,
    refusals: { price_list_name_taken: 409 },
  }),
  setDefault: endpoint({
    method: 'PUT',
    path: '/api/staff/price-lists/:id/default',
    needs: 'settings',
    summary:
      'Practices that come new begin on this list instead of any other, or no longer do; those there are stay where they are',
    status: 204,
    body: DefaultPriceList,
  }),
  setPrices: endpoint({
    method: 'PUT',
    path: '/api/staff/price-lists/:id/prices',
    needs: 'settings',
    summary: 'Prices of a list, for what is ordered from now on; what has been ordered keeps its price',
    status: 204,
    body: PriceListPrices,
    // A reference has at most 40 characters.
    mostBytes: mostPrices * 256,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/staff/price-lists/:id',
    needs: 'settings',
    summary: 'Deletes a price list that no practice is on, now or later; what has been ordered keeps its price',
    status: 204,
    refusals: { price_list_in_use: 409 },
  }),
  practices: endpoint({
    method: 'GET',
    path: '/api/staff/practice-price-lists',
    needs: 'settings',
    summary: 'Every practice with the price list it is on, and those it will be on',
    reply: data(v.array(PracticePrices)),
  }),
  place: endpoint({
    method: 'PUT',
    path: '/api/staff/practice-price-lists',
    needs: 'settings',
    summary: 'Puts practices on a price list, or back to the catalogue, from a day on that is not over',
    status: 204,
    body: PracticesOnList,
    refusals: { day_over: 422, price_list_gone: 409 },
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: '/api/staff/practice-price-lists/:practiceId/:from',
    needs: 'settings',
    summary: 'Takes back what was to hold for a practice from a coming day on',
    status: 204,
  }),
}

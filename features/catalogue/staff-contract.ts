import * as v from 'valibot'
import { data, endpoint, Instant } from '#kit/contract.ts'
import { ChangedProduct, Family, FamilyPlaces, NewProduct, Offered, ProductFacts, ProductPlaces } from './input.ts'

const Version = v.object({
  ...ProductFacts.entries,
  version: v.pipe(v.number(), v.integer()),
  isRetired: v.boolean(),
  changedAt: Instant,
  /** Null for products of the starting catalogue. */
  changedBy: v.nullable(v.string()),
})
export type ProductVersion = v.InferOutput<typeof Version>

const StaffProduct = v.object({ reference: v.string(), ...Version.entries })
export type StaffProduct = v.InferOutput<typeof StaffProduct>

const StaffFamily = v.object({
  id: v.string(),
  nameFr: v.string(),
  nameEn: v.string(),
  products: v.array(StaffProduct),
  /** Offered products of the starting catalogue that are unchanged, without a price of their own, and in no case. */
  untouched: v.array(v.string()),
})
export type StaffFamily = v.InferOutput<typeof StaffFamily>

export const staffCatalogueCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/catalogue',
    needs: 'settings',
    summary: 'All that is offered and all that no longer is, by family, each in both languages as it is now',
    reply: data(v.array(StaffFamily)),
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/staff/catalogue/products/:reference/versions',
    needs: 'settings',
    summary: 'What a product has been, latest first: a case keeps the version that was ordered',
    reply: data(v.array(Version)),
  }),
  addProduct: endpoint({
    method: 'POST',
    path: '/api/staff/catalogue/products',
    needs: 'settings',
    summary: 'Offers a new product, at the end of its family',
    status: 201,
    creates: true,
    body: NewProduct,
    reply: data(v.object({ reference: v.string() })),
    refusals: { reference_taken: 409 },
  }),
  changeProduct: endpoint({
    method: 'PUT',
    path: '/api/staff/catalogue/products/:reference',
    needs: 'settings',
    summary: 'Another version of a product, for what is ordered from now on; cases and invoices keep theirs',
    status: 204,
    body: ChangedProduct,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/staff/catalogue/withdrawals',
    needs: 'settings',
    summary:
      'Offers no longer, of these products, those that the laboratory began with and that nobody has changed or ordered, and says which they are',
    body: Offered,
    reply: data(v.object({ withdrawn: v.array(v.string()) })),
  }),
  offerAgain: endpoint({
    method: 'POST',
    path: '/api/staff/catalogue/offers',
    needs: 'settings',
    summary: 'Offers several products again, as they were; those that are offered stay as they are',
    status: 204,
    body: Offered,
  }),
  addFamily: endpoint({
    method: 'POST',
    path: '/api/staff/catalogue/families',
    needs: 'settings',
    summary: 'Adds a family, at the end; practices see it once something in it is offered',
    status: 201,
    creates: true,
    body: Family,
    reply: data(v.object({ id: v.string() })),
  }),
  renameFamily: endpoint({
    method: 'PUT',
    path: '/api/staff/catalogue/families/:family',
    needs: 'settings',
    summary: 'Gives a family other names',
    status: 204,
    body: Family,
  }),
  placeFamilies: endpoint({
    method: 'PUT',
    path: '/api/staff/catalogue/families',
    needs: 'settings',
    summary: 'The order of all families',
    status: 204,
    body: FamilyPlaces,
  }),
  placeProducts: endpoint({
    method: 'PUT',
    path: '/api/staff/catalogue/families/:family/products',
    needs: 'settings',
    summary: 'The order of all products of a family, those no longer offered included',
    status: 204,
    body: ProductPlaces,
  }),
}

import * as v from 'valibot'
import { data, endpoint } from '#kit/contract.ts'
import { tableRefusals } from '#kit/table-refusals.ts'

const priceFaults = [
  'required',
  'repeated',
  'not_in_catalogue',
  'not_text',
  'not_an_amount',
  'out_of_range',
  'broken',
] as const
export type PriceFault = (typeof priceFaults)[number]
const whole = v.pipe(v.number(), v.integer())
const cents = v.nullable(whole)

const PriceFile = v.object({
  /** Version of the list that was compared; saving requires it. */
  version: whole,
  changes: v.array(
    v.object({ reference: v.string(), labelFr: v.string(), labelEn: v.string(), before: cents, after: cents }),
  ),
  unchanged: whole,
  /** `line` as a text editor counts; only the first faults are listed. */
  faults: v.array(
    v.object({
      line: whole,
      code: v.picklist(priceFaults),
      of: v.picklist(['reference', 'price', 'line']),
      cell: v.string(),
    }),
  ),
  wrong: whole,
})
export type PriceFile = v.InferOutput<typeof PriceFile>

export const priceFileCalls = {
  write: endpoint({
    method: 'GET',
    path: '/api/staff/price-lists/:id/file',
    needs: 'settings',
    summary: 'The prices of a list as CSV, beside those of the catalogue; it can be read again',
    reply: 'binary',
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/staff/price-lists/:id/file',
    needs: 'settings',
    summary:
      'What a file (CSV or Excel) would change in a list, and what is wrong in which line. Nothing is written: the changes are sent ' +
      'as prices, with the version that comes with them, all or none',
    status: 201,
    creates: true,
    upload: 'file',
    reply: data(PriceFile),
    refusals: { ...tableRefusals, storage_unavailable: 507, columns_missing: 422 },
  }),
}

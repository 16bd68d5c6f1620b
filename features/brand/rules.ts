import * as v from 'valibot'
import type { Brand } from './contract.ts'

const isLabel = (id: unknown): id is string | number => /^(string|number)$/.test(typeof id)
const Section = v.pipe(
  v.object({
    // A guard rather than valibot's union, which nothing else on the sign-in page needs.
    id: v.optional(v.pipe(v.unknown(), v.guard(isLabel))),
    name: v.optional(v.string()),
    description: v.optional(v.string()),
    headers: v.optional(v.array(v.string()), []),
    rows: v.optional(v.array(v.array(v.string())), []),
  }),
  v.check(({ headers, rows }) => rows.every(row => row.length === headers.length)),
)

const DeliveryTimeInformation = v.object({
  version: v.number(),
  defaultLanguage: v.string(),
  content: v.pipe(
    v.unknown(),
    v.check(content => !Array.isArray(content)),
    v.record(v.string(), v.object({ title: v.string(), sections: v.array(Section) })),
  ),
})
export type DeliveryTimeInformation = v.InferOutput<typeof DeliveryTimeInformation>
export type DeliveryTimes = DeliveryTimeInformation['content'][string]

/** As stored: a JSON string or an object. Null when invalid: the laboratory then counts as wrongly configured. */
export function parseDeliveryTimeInformation(stored: unknown): DeliveryTimeInformation | null {
  let value = stored
  if (typeof stored === 'string') {
    try {
      value = JSON.parse(stored)
    } catch {
      return null
    }
  }
  const parsed = v.safeParse(DeliveryTimeInformation, value)
  return parsed.success ? parsed.output : null
}

/** A brand whose delivery times have been validated. */
export type CheckedBrand = Omit<Brand, 'deliveryTimeInformation'> & { deliveryTimeInformation: DeliveryTimeInformation }

/** Null when the laboratory is wrongly configured. */
export function checkBrand(brand: Brand): CheckedBrand | null {
  const deliveryTimeInformation = parseDeliveryTimeInformation(brand.deliveryTimeInformation)
  return deliveryTimeInformation && { ...brand, deliveryTimeInformation }
}

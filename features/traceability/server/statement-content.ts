import { isDeepStrictEqual } from 'node:util'
import { inArchOrder } from '#features/prescription/rules.ts'
import { type Day, dayInZone } from '#kit/day.ts'
import type { listSites, ReleaseRow } from './bench-sql.ts'
import type { findOrderParties, MaterialRow, TracedProductRow } from './sql.ts'
import type { StatementContent, TracedProduct } from './stored-statement.ts'

type Sites = Awaited<ReturnType<typeof listSites>>
type Parties = Awaited<ReturnType<typeof findOrderParties>>[number]

type CaseFacts = {
  order: Parties
  products: readonly TracedProductRow[]
  materials: readonly MaterialRow[]
  sites: Sites
  /** The check of the version to be signed. */
  release?: ReleaseRow | undefined
}

/** The content of a statement, from the present facts of a case. */
export function statementContent(
  { order, products, materials, sites, release }: CaseFacts,
  timeZone: string,
): StatementContent {
  return {
    laboratory: {
      name: order.company_name,
      phone: order.client_service_phone,
      address: addressLines(order.brand_address, order.brand_postal_code, order.brand_city),
    },
    practice: { name: order.practice_name, address: addressLines(order.address, order.postal_code, order.city) },
    prescriber: order.prescriber,
    code: order.code,
    patientCode: order.patient_code,
    printType: order.print_type,
    registeredOn: dayInZone(order.created_at, timeZone),
    products: products.map(row => ({
      caseSequence: row.case_sequence,
      reference: row.reference,
      label: { fr: row.label_fr, en: row.label_en },
      quantity: row.quantity,
      shade: row.shade,
      complementaryShade: row.complementary_shade,
      teeth: inArchOrder(row.teeth),
      pontics: inArchOrder(row.pontics),
      sector: row.sector,
      implant: row.implant_brand ? { brand: row.implant_brand, platform: row.implant_platform ?? '' } : null,
      note: row.note,
      materials: materials.filter(used => used.case_sequence === row.case_sequence).map(materialOf),
      traceability: row.traceability,
    })),
    unmetRequirements: null,
    substances: null,
    sites: sites.map(({ name, address, postalCode, city, work }) => ({
      name,
      address: addressLines(address, postalCode, city),
      work,
    })),
    release: release
      ? { points: release.points, note: release.note, by: release.by, on: dayInZone(release.at, timeZone) }
      : null,
  }
}

const materialOf = (row: MaterialRow): TracedProduct['materials'][number] => ({
  name: row.name,
  maker: row.maker,
  lot: row.lot,
  ...(row.expires_on && { expiresOn: row.expires_on }),
  ...(row.standard && { standard: row.standard }),
  ...(row.certificate && { certificate: row.certificate }),
  ...(row.certificate_ends_on && { certificateEndsOn: row.certificate_ends_on }),
})

/**
 * Whether the bench's records differ from what was signed; a party's new address does not count, because the device is the
 * same.
 */
export const isChangedSince = (signed: StatementContent, now: StatementContent): boolean =>
  !isDeepStrictEqual([signed.products, signed.sites], [now.products, now.sites])

const addressLines = (address: string, postalCode: string, city: string) =>
  [address, `${postalCode} ${city}`.trim()].filter(Boolean)

/** Ten years after the device was made, fifteen for implantable devices (Annex XIII, 4). */
export function keptUntil(signedOn: Day, ...parts: readonly (readonly { is_implantable: boolean | null }[])[]): Day {
  const years = parts.flat().some(part => part.is_implantable) ? 15 : 10
  // That year may have no 29 February; one day more does no harm.
  const day = signedOn.endsWith('-02-29') ? '03-01' : signedOn.slice(5)
  return `${Number(signedOn.slice(0, 4)) + years}-${day}`
}

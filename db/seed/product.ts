import type pg from 'pg'
import type { CatalogueProduct } from '#features/catalogue/contract.ts'
import type { Language } from '#kit/language.ts'
import { insertRows } from './insert-rows.ts'
import type { Material } from './materials.ts'

type Needs = CatalogueProduct['needs']

/** What a laboratory starts from (domain.md), and may change: see `catalogueOf`. */
export type Product = {
  reference: string
  family: string
  label: { fr: string; en: string }
  /** As in the one-line summary of a case. */
  name: { fr: { one: string; many: string }; en: { one: string; many: string } }
  /** Working days in the laboratory. */
  leadDays: number
  vat: CatalogueProduct['vat']
  needs: Needs
  priceCents: number
  /** Of the traceability line, once the bench has entered it. */
  material: Material | null
  /** Kept 15 years instead of 10. */
  isImplantable: boolean
  /** What the version before was like, for cases that were ordered then. */
  before: { leadDays: number; priceCents: number } | null
}

export const families = [
  { id: 'fixed', fr: 'Fixe', en: 'Fixed' },
  { id: 'removable', fr: 'Amovible', en: 'Removable' },
  { id: 'implant', fr: 'Implant', en: 'Implant' },
  { id: 'orthosis', fr: 'Orthèse', en: 'Splints and appliances' },
  { id: 'other', fr: 'Autre', en: 'Other' },
] as const
type Family = (typeof families)[number]['id']

const familyOf: Record<string, Family> = {
  FIX: 'fixed',
  AMO: 'removable',
  IMP: 'implant',
  ORT: 'orthosis',
  AUT: 'other',
}

type Asked = Partial<Needs> & { before?: Product['before'] }

/** Prostheses are exempt from VAT, orthoses and goods are not (art. 261, 4, 1° CGI). */
export function product(
  reference: string,
  leadDays: number,
  priceCents: number,
  material: Material | null,
  { before = null, ...needs }: Asked,
  fr: [label: string, one: string, many: string],
  en: [label: string, one: string, many: string],
): Product {
  const family = familyOf[reference.slice(0, 3)] ?? 'other'
  return {
    reference,
    family,
    leadDays,
    priceCents,
    material,
    vat: family === 'orthosis' || family === 'other' ? 'standard' : 'exempt',
    needs: {
      teeth: 'none',
      minimumTeeth: 1,
      hasPontics: false,
      sector: 'none',
      shade: 'none',
      implant: 'none',
      ...needs,
    },
    isImplantable: family === 'implant',
    before,
    label: { fr: fr[0], en: en[0] },
    name: { fr: { one: fr[1], many: fr[2] }, en: { one: en[1], many: en[2] } },
  }
}

export const insertFamilies = (client: pg.ClientBase, brand_id: string): Promise<void> =>
  insertRows(
    client,
    'product_families',
    families.map(({ id, fr, en }, position) => ({ brand_id, id, position, name_fr: fr, name_en: en })),
  )

/** As a laboratory of this language keeps it. */
export const productRow = ({ needs, label, name, ...product }: Product, language: Language) => ({
  reference: product.reference,
  family: product.family,
  label_fr: label.fr,
  label_en: label.en,
  name_one_fr: name.fr.one,
  name_many_fr: name.fr.many,
  name_one_en: name.en.one,
  name_many_en: name.en.many,
  lead_days: product.leadDays,
  tooth_need: needs.teeth,
  minimum_teeth: needs.minimumTeeth,
  has_pontics: needs.hasPontics,
  sector_need: needs.sector,
  shade_need: needs.shade,
  implant_need: needs.implant,
  vat: product.vat,
  price_cents: product.priceCents,
  is_implantable: product.isImplantable,
  material: product.material?.name[language] ?? null,
  is_retired: false,
})

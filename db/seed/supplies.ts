import type pg from 'pg'
import { insertRows } from './insert-rows.ts'

export type SupplySeed = { name: string; fr: string; en: string; options: readonly number[] }

/** What laboratories send to their practices, the daily things first. No options: one is sent at a time. */
const supplies: readonly SupplySeed[] = [
  {
    name: 'prescription-pads',
    fr: 'Bons de prescription (carnet de 50)',
    en: 'Prescription forms (pad of 50)',
    options: [1, 2, 5, 10],
  },
  { name: 'shipping-bags', fr: 'Sachets d’expédition', en: 'Shipping bags', options: [10, 20, 50, 100] },
  { name: 'impression-boxes', fr: 'Boîtes d’empreinte', en: 'Impression boxes', options: [5, 10, 20] },
  {
    name: 'address-labels',
    fr: 'Étiquettes à l’adresse du laboratoire (planche)',
    en: 'Labels with the laboratory’s address (sheet)',
    options: [1, 2, 5, 10],
  },
  {
    name: 'impression-disinfectant',
    fr: 'Désinfectant pour empreintes (pulvérisateur de 750 ml)',
    en: 'Disinfectant for impressions (750 ml spray)',
    options: [],
  },
  {
    name: 'implant-part-bags',
    fr: 'Sachets zip pour pièces implantaires',
    en: 'Zip bags for implant parts',
    options: [10, 25, 50],
  },
  { name: 'splint-boxes', fr: 'Boîtes pour gouttières', en: 'Splint boxes', options: [5, 10, 20] },
  { name: 'bite-wax', fr: 'Cires d’occlusion (boîte)', en: 'Bite wax (box)', options: [1, 2, 5] },
  {
    name: 'articulating-paper',
    fr: 'Papier à articuler 40 µm (boîte)',
    en: 'Articulating paper, 40 µm (box)',
    options: [1, 2, 5],
  },
  {
    name: 'impression-trays',
    fr: 'Porte-empreintes jetables (lot de 12)',
    en: 'Disposable impression trays (set of 12)',
    options: [1, 2, 5, 10],
  },
  {
    name: 'shade-guide',
    fr: 'Teintier VITA classical (prêt)',
    en: 'VITA classical shade guide (on loan)',
    options: [],
  },
  { name: 'scan-bodies', fr: 'Scan bodies (prêt)', en: 'Scan bodies (on loan)', options: [] },
  {
    name: 'patient-leaflets',
    fr: 'Dépliants patients : entretien des prothèses',
    en: 'Patient leaflets: looking after a denture',
    options: [10, 25, 50],
  },
]

/** The second laboratory lends nothing and sends its bags by the dozen. */
export const suppliesOf = (key: string): SupplySeed[] =>
  key === 'ivoire'
    ? supplies
        .filter(({ en }) => !en.includes('on loan'))
        .map(supply => (supply.name === 'shipping-bags' ? { ...supply, options: [12, 24, 48] } : supply))
    : [...supplies]

export async function insertSupplies(client: pg.ClientBase, brand_id: string, key: string): Promise<void> {
  await insertRows(
    client,
    'supplies',
    suppliesOf(key).map(({ name, fr, en, options }, position) => ({
      brand_id,
      name,
      position,
      label_fr: fr,
      label_en: en,
      options,
      is_retired: false,
    })),
  )
}

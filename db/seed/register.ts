import type pg from 'pg'
import { addDays, type Day } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { insertRows } from './insert-rows.ts'
import { cobaltChrome, denturePmma, disilicate, type Material, titanium, zirconia } from './materials.ts'

type Seed = {
  of: Material
  kind: 'ceramic' | 'metal' | 'resin' | 'component'
  label_code: string
  certificate: string
  /** Days from today. */
  certificateEnds: number
  is_implantable?: true
  lots: readonly { number: string; arrived: number; expires?: number; state?: 'blocked' | 'unchecked' }[]
}

/** One of each kind of trouble: a lot that is over, one that nobody has looked at, one that is blocked, an old certificate. */
const materials: readonly Seed[] = [
  {
    of: zirconia,
    kind: 'ceramic',
    label_code: '04538450001011',
    certificate: 'CE 0197 · 2021-118',
    certificateEnds: 540,
    lots: [
      { number: 'EAWLT', arrived: -40, expires: 900 },
      { number: 'EAWKR', arrived: -200, expires: 11 },
      { number: 'EAWMB', arrived: 0, expires: 1000, state: 'unchecked' },
    ],
  },
  {
    of: disilicate,
    kind: 'ceramic',
    label_code: '07640125120035',
    certificate: 'CE 0123 · G1-084',
    certificateEnds: 300,
    lots: [
      { number: 'Z02B5K', arrived: -90, expires: 400 },
      { number: 'Y91C2M', arrived: -400, expires: -20 },
    ],
  },
  {
    of: cobaltChrome,
    kind: 'metal',
    label_code: '04260063820012',
    certificate: 'CE 0044 · 50112',
    certificateEnds: 700,
    lots: [
      { number: '18-22917', arrived: -120 },
      { number: '18-22341', arrived: -160, state: 'blocked' },
    ],
  },
  {
    of: titanium,
    kind: 'component',
    label_code: '04250816400021',
    certificate: 'CE 0051 · 2019-07',
    certificateEnds: -15,
    is_implantable: true,
    lots: [{ number: 'T5-7731', arrived: -60 }],
  },
  {
    of: denturePmma,
    kind: 'resin',
    label_code: '04049971200018',
    certificate: 'CE 0483 · 3301',
    certificateEnds: 365,
    lots: [{ number: 'D-55120', arrived: -30, expires: 500 }],
  },
]

const words = {
  fr: {
    blocked: 'Emballage abîmé\u00a0: attente de la réponse du fabricant',
    work: 'Usinage du titane et des armatures',
  },
  en: { blocked: 'Packaging damaged: waiting for the maker’s answer', work: 'Milling of titanium and frameworks' },
} satisfies Record<Language, { blocked: string; work: string }>

type Laboratory = { brandId: string; language: Language; today: Day; signer: { id: string; name: string } }

/** What the bench takes from today on; what it took before stands in its cases as it was noted then. */
export async function insertRegister(client: pg.Client, { brandId: brand_id, language, today, signer }: Laboratory) {
  await insertRows(
    client,
    'materials',
    materials.map(({ of, lots: _, certificateEnds, is_implantable = false, ...material }) => ({
      brand_id,
      ...material,
      ...of,
      name: of.name[language],
      id: crypto.randomUUID(),
      certificate_ends_on: addDays(today, certificateEnds),
      is_implantable,
      is_retired: false,
      created_at: `${addDays(today, -400)}T08:00:00Z`,
    })),
  )
  const { rows } = await client.query<{ id: string; name: string }>(
    'select id, name from materials where brand_id = $1',
    [brand_id],
  )
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  await insertRows(
    client,
    'material_lots',
    materials.flatMap(({ of, lots }) =>
      lots.map(({ number, arrived, expires, state }) => {
        const arrived_on = addDays(today, arrived)
        const isChecked = state !== 'unchecked'
        const isBlocked = state === 'blocked'
        return {
          brand_id,
          id: crypto.randomUUID(),
          material_id: ids.get(of.name[language]),
          number,
          arrived_on,
          expires_on: expires === undefined ? null : addDays(today, expires),
          checked_by: isChecked ? signer.id : null,
          checked_by_name: isChecked ? signer.name : null,
          checked_at: isChecked ? `${arrived_on}T09:00:00Z` : null,
          state: isBlocked ? 'blocked' : 'usable',
          blocked_because: isBlocked ? words[language].blocked : null,
          blocked_by: isBlocked ? signer.id : null,
          blocked_by_name: isBlocked ? signer.name : null,
          blocked_at: isBlocked ? `${arrived_on}T10:00:00Z` : null,
          created_at: `${arrived_on}T08:00:00Z`,
        }
      }),
    ),
  )
  await insertRows(client, 'subcontractors', [
    {
      brand_id,
      id: crypto.randomUUID(),
      name: 'Fraisage Rhône-Alpes',
      address: '14 rue de l’Industrie',
      postal_code: '69680',
      city: 'Chassieu',
      work: words[language].work,
      is_retired: false,
      created_at: `${addDays(today, -400)}T08:00:00Z`,
    },
  ])
}

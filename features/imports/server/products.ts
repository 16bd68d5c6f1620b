import { isSameProduct } from '#features/catalogue/rules.ts'
import {
  type FamilyNeeds,
  findProductsNow,
  type ImportedProduct,
  insertImportedProducts,
  judgeFamily,
  judgeProduct,
  listFamilyPlaces,
  type ProductNow,
} from '#features/catalogue/server/import-sql.ts'
import { insertFamily } from '#features/catalogue/server/staff-sql.ts'
import { isText } from '#kit/server/table-file.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { Needs } from '../contract.ts'
import { type FieldName, fieldsOf } from '../fields.ts'
import { mostFamilies, mostOfFamily, type NeedChoice } from '../rules.ts'
import { centsIn, needIn, type Said, toothNeedIn, vatIn, wholeIn, yesOrNoIn } from './cells.ts'
import { type Answers, type Entry, Faults, nothingUnsaid, type Reading, type Shown, type Verdict } from './kind.ts'

/** Not there yet where it has no id. */
type FamilyPlace = {
  id: string | undefined
  nameFr: string
  nameEn: string
  products: number
  lastPlace: number
  /** What most of its products ask for; nothing where it has none. */
  needs?: FamilyNeeds | undefined
  /** Of this file, about which nothing says what they ask for. */
  unsaid?: number
}
type Judged = Pick<ImportedProduct, 'facts' | 'isRetired'> & { family: FamilyPlace }

/** As the screen begins a new product. */
const blank = {
  teeth: 'required',
  minimumTeeth: 1,
  hasPontics: false,
  sector: 'none',
  shade: 'required',
  implant: 'none',
  vat: 'exempt',
  priceCents: null,
  isImplantable: false,
  material: '',
} as const

const askedFields = ['teeth', 'sector', 'shade', 'implant'] as const
/** What nobody has to be asked about: most products have none of it. */
const always = { sector: 'none', implant: 'none' } as const
const needsOf: Record<NeedChoice, Partial<FamilyNeeds>> = {
  teeth_shade: { ...always, teeth: 'required', shade: 'required' },
  teeth: { ...always, teeth: 'required', shade: 'none' },
  sector: { ...always, teeth: 'none', sector: 'required', shade: 'none' },
  nothing: { ...always, teeth: 'none', shade: 'none' },
}

const readers = {
  leadDays: wholeIn,
  minimumTeeth: wholeIn,
  priceCents: centsIn,
  teeth: toothNeedIn,
  sector: needIn,
  shade: needIn,
  implant: needIn,
  vat: vatIn,
  hasPontics: yesOrNoIn,
  isImplantable: yesOrNoIn,
} as const satisfies Partial<Record<FieldName, (cell: string) => Said<unknown>>>

/** Until it is there, for the shape alone. */
const notYet = 'new'
const alike = (name: string) => name.normalize('NFC').toLowerCase()
const isField = (path: string): path is FieldName => fieldsOf('products').some(({ name }) => name === path)

/** A line is a product: a new one, or another version of what has its reference. */
export async function readProducts(staff: Staff, importId: string, { needs }: Answers): Promise<Reading> {
  const families: FamilyPlace[] = await listFamilyPlaces(staff)
  const byName = new Map<string, FamilyPlace[]>()
  families.forEach(name)
  const seen = new Set<string>()
  let ready: (Judged & { reference: string; version: number; place: number | undefined })[] = []

  function name(family: FamilyPlace) {
    for (const known of new Set([family.id ?? family.nameFr, family.nameFr, family.nameEn].map(alike)))
      byName.set(known, [...(byName.get(known) ?? []), family])
  }

  /** By its name in either language; one that is not there is made. */
  function familyOf({ said }: Entry, now: ProductNow | undefined, faults: Faults): FamilyPlace | undefined {
    if (said.family === undefined && now) return families.find(({ id }) => id === now.family)
    const typed = said.family ?? ''
    const [known, another] = byName.get(alike(typed)) ?? []
    if (known && another) return void faults.add('family', 'family_unclear')
    if (known) return known
    const names = judgeFamily({ nameFr: typed, nameEn: said.familyEn || typed })
    if ('errors' in names) {
      for (const { path, code } of names.errors)
        if (path === 'nameFr' || said.familyEn) faults.add(path === 'nameFr' ? 'family' : 'familyEn', code)
      return undefined
    }
    if (families.length >= mostFamilies) return void faults.add('family', 'too_many_families')
    const made = { id: undefined, ...names.value, products: 0, lastPlace: -1 }
    families.push(made)
    name(made)
    return made
  }

  function judgeOne(entry: Entry, now: ProductNow | undefined): Verdict {
    const { said } = entry
    const faults = new Faults(entry)
    for (const [field, cell] of Object.entries(said)) if (!isText(cell)) faults.add(field as FieldName, 'not_text')
    if (!faults.isEmpty) return { faults: faults.list }
    const reference = said.reference ?? ''
    if (seen.has(reference)) faults.add('reference', 'repeated')
    seen.add(reference)

    const read: Record<string, unknown> = {}
    for (const [field, reader] of Object.entries(readers)) {
      const cell = said[field as keyof typeof readers]
      if (cell === undefined) continue
      if (field === 'minimumTeeth' && cell === '') continue
      const value = cell === '' && field === 'leadDays' ? { fault: 'required' } : reader(cell)
      if ('value' in value) read[field] = value.value
      else faults.add(field as FieldName, value.fault)
    }
    const family = familyOf(entry, now, faults)
    const { isRetired = false, version: _version, position: _position, ...before } = now ?? {}
    const labels = labelsOf(said, now)
    const material = said.material === undefined ? {} : { material: said.material }
    const taken = now ? {} : takenFor(family, needs, said)
    const whole = { ...blank, ...taken, ...before, ...labels, ...material, ...read }
    const judged = judgeProduct({ ...whole, reference, family: family?.id ?? notYet })
    if ('errors' in judged) {
      // Of what is only called as something else is, that other one is wrong.
      const isSaid = (path: string) => !(path in labels) || path === 'labelFr' || said[path as FieldName]
      for (const { path, code } of judged.errors) if (isSaid(path)) faults.add(isField(path) ? path : null, code)
      return { faults: faults.list }
    }
    const { reference: kept, ...facts } = judged.value
    const isMoved = now?.family !== family?.id || !now
    if (family && isMoved && family.products >= mostOfFamily) faults.add('family', 'family_full')
    if (!family || !faults.isEmpty) return { faults: faults.list }

    if (now && !isMoved && isSameProduct(now, facts)) return { outcome: 'unchanged' }
    if (isMoved) family.products += 1
    const place = isMoved ? undefined : now?.position
    ready.push({ reference: kept, facts, family, isRetired, version: (now?.version ?? 0) + 1, place })
    const isUnsaid = !now && !family.needs && (said.teeth === undefined || said.shade === undefined)
    if (isUnsaid) family.unsaid = (family.unsaid ?? 0) + 1
    const assumed = now ? [] : askedFields.filter(field => said[field] === undefined)
    const nameOf = (id: string | undefined) => families.find(one => one.id === id)?.nameFr ?? family.nameFr
    return {
      outcome: now ? 'changed' : 'added',
      line: entry.line,
      shown: () =>
        shownAs(
          { ...facts, reference: kept, family: family.nameFr },
          now && { ...now, reference: kept, family: nameOf(now.family) },
          assumed,
        ),
    }
  }

  return {
    async judge(reader, entries) {
      ready = []
      const references = entries.flatMap(({ said: { reference = '' } }) => (isText(reference) ? [reference] : []))
      const present = await findProductsNow(reader, references)
      return entries.map(entry => judgeOne(entry, present.get(entry.said.reference ?? '')))
    },
    unsaid: () => ({
      ...nothingUnsaid,
      families: families.flatMap(({ nameFr, unsaid = 0 }) => (unsaid > 0 ? [{ name: nameFr, products: unsaid }] : [])),
    }),
    async write(writer) {
      const products: ImportedProduct[] = []
      for (const { family, place, facts, ...product } of ready) {
        family.id ??= await insertFamily(writer, family, importId)
        if (place === undefined) family.lastPlace += 1
        products.push({
          ...product,
          position: place ?? family.lastPlace,
          facts: { ...facts, family: family.id },
        })
      }
      if (products.length > 0) await insertImportedProducts(writer, importId, products)
      ready = []
    },
  }
}

/** What a new product asks for where the file does not say it: as its family does, or as it was answered. */
function takenFor(family: FamilyPlace | undefined, needs: Needs, said: Entry['said']): Partial<FamilyNeeds> {
  const answer = family && Object.hasOwn(needs, family.nameFr) ? needs[family.nameFr] : undefined
  const all: Partial<FamilyNeeds> = family?.needs ?? (answer ? needsOf[answer] : {})
  if (said.teeth === undefined) return all
  // How long a run is at least belongs to the word for it.
  const { teeth: _teeth, minimumTeeth: _least, hasPontics: _pontics, ...others } = all
  return others
}

const shownFields = [
  ...(['reference', 'family', 'labelFr', 'leadDays', 'priceCents', 'vat', 'minimumTeeth'] as const),
  ...askedFields,
]
type ShownFacts = Record<(typeof shownFields)[number], string | number | null>

function shownAs(facts: ShownFacts, now: ShownFacts | undefined, assumed: string[]): Shown {
  const wordsOf = (of: ShownFacts, fields: readonly (keyof ShownFacts)[]) =>
    Object.fromEntries(fields.map(field => [field, String(of[field] ?? '')]))
  return {
    values: wordsOf(facts, shownFields),
    before: now
      ? wordsOf(
          now,
          shownFields.filter(field => now[field] !== facts[field]),
        )
      : {},
    assumed,
  }
}

/** What has no name in English, or none in short, is called as it is. */
function labelsOf(said: Entry['said'], now: ProductNow | undefined) {
  const one = (field: 'labelFr' | 'labelEn' | 'oneFr' | 'manyFr' | 'oneEn' | 'manyEn', otherwise: string) =>
    said[field] || (now && said[field] === undefined ? now[field] : otherwise)
  const labelFr = one('labelFr', '')
  const labelEn = one('labelEn', labelFr)
  const oneFr = one('oneFr', labelFr)
  const oneEn = one('oneEn', labelEn)
  return { labelFr, labelEn, oneFr, oneEn, manyFr: one('manyFr', oneFr), manyEn: one('manyEn', oneEn) }
}

import { isSameProduct } from '#features/catalogue/rules.ts'
import {
  type FamilyNeeds,
  findProductsNow,
  type ImportedProduct,
  insertImportedProducts,
  judgeFamily,
  judgeProduct,
  listFamilyPlaces,
  listProductNames,
  type ProductNow,
} from '#features/catalogue/server/import-sql.ts'
import { insertFamily } from '#features/catalogue/server/staff-sql.ts'
import { isText } from '#kit/server/table-file.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { type Alike, familyKeyOf, KnownNames } from '../alike.ts'
import type { Needs, Unsaid } from '../contract.ts'
import { type FieldName, fieldsOf } from '../fields.ts'
import { mostAlike, mostFamilies, mostOfFamily, type NameChoice, type NeedChoice } from '../rules.ts'
import { centsIn, needIn, type Said, toothNeedIn, vatIn, wholeIn, workingDaysIn, yesOrNoIn } from './cells.ts'
import { type Answers, type Entry, Faults, nothingUnsaid, type Reading, type Shown, type Verdict } from './kind.ts'

/** A family without an id does not exist yet. */
type FamilyPlace = {
  id: string | undefined
  nameFr: string
  nameEn: string
  products: number
  lastPlace: number
  /** The needs of most of its products; undefined without any. */
  needs?: FamilyNeeds | undefined
  /** Number of this file's products whose needs are unknown. */
  unsaid?: number
  /** Number of this file's products without a lead time. */
  leadless?: number
  /** Number of this file's products of which nothing says the VAT. */
  vatless?: number
}
type Judged = Pick<ImportedProduct, 'facts' | 'isRetired'> & { family: FamilyPlace }

/** The defaults of a new product, as on the screen. */
const blank = {
  teeth: 'required',
  minimumTeeth: 1,
  hasPontics: false,
  sector: 'none',
  shade: 'required',
  implant: 'none',
  // A placeholder: where the file does not say it, it is asked.
  vat: 'exempt',
  priceCents: null,
  isImplantable: false,
  material: '',
} as const

const askedFields = ['teeth', 'sector', 'shade', 'implant'] as const
/** Not worth a question: most products have neither. */
const always = { sector: 'none', implant: 'none' } as const
const needsOf: Record<NeedChoice, Partial<FamilyNeeds>> = {
  teeth_shade: { ...always, teeth: 'required', shade: 'required' },
  teeth: { ...always, teeth: 'required', shade: 'none' },
  sector: { ...always, teeth: 'none', sector: 'required', shade: 'none' },
  nothing: { ...always, teeth: 'none', shade: 'none' },
}

const readers = {
  leadDays: workingDaysIn,
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

type Claim = { found: Alike; choice: NameChoice | undefined }

/** A product that is taken over keeps its names and family. */
function withoutNames({ line, said }: Entry): Entry {
  const {
    family: _f,
    familyEn: _fe,
    labelFr: _l,
    labelEn: _le,
    oneFr: _o,
    manyFr: _m,
    oneEn: _oe,
    manyEn: _me,
    ...kept
  } = said
  return { line, said: kept }
}

/** Placeholder id that satisfies the input's shape. */
const notYet = 'new'
const lower = (name: string) => name.normalize('NFC').toLowerCase()
const isCalledOtherwise = (said: string | undefined, { id, nameFr, nameEn }: FamilyPlace): said is string =>
  said !== undefined && ![id ?? nameFr, nameFr, nameEn].map(lower).includes(lower(said))
const isField = (path: string): path is FieldName => fieldsOf('products').some(({ name }) => name === path)

/** Reads lines as products: new ones, or new versions of those with the same reference. */
export async function readProducts(
  staff: Staff,
  importId: string,
  { needs, leads, vats, names }: Answers,
): Promise<Reading> {
  const families: FamilyPlace[] = await listFamilyPlaces(staff)
  const byName = new Map<string, FamilyPlace[]>()
  const byKey = new Map<string, Set<FamilyPlace>>()
  families.forEach(name)
  const known = new KnownNames(await listProductNames(staff))
  const seen = new Set<string>()
  /** Catalogue products whose name a line has claimed. */
  const claimed = new Set<string>()
  const alike: Unsaid['alike'] = { same: 0, open: 0, pairs: [] }
  let ready: (Judged & { reference: string; version: number; place: number | undefined })[] = []

  function name(family: FamilyPlace) {
    for (const known of new Set([family.id ?? family.nameFr, family.nameFr, family.nameEn].map(lower)))
      byName.set(known, [...(byName.get(known) ?? []), family])
    for (const key of [family.nameFr, family.nameEn].map(familyKeyOf))
      if (key) byKey.set(key, (byKey.get(key) ?? new Set()).add(family))
  }

  /** Finds the family by its name in either language, or one that is called alike; otherwise a new one. */
  function familyOf({ said }: Entry, now: ProductNow | undefined, faults: Faults): FamilyPlace | undefined {
    if (said.family === undefined && now) return families.find(({ id }) => id === now.family)
    const typed = said.family ?? ''
    // Practices choose among families: "Prothèse fixe" beside "Fixe" would be the same twice.
    const named = [...(byName.get(lower(typed)) ?? byKey.get(familyKeyOf(typed)) ?? [])]
    const own = now && named.find(({ id }) => id === now.family)
    if (own) return own
    const [known, another] = named
    if (known && another) return void faults.add('family', 'family_unclear')
    if (known) return known
    const names = judgeFamily({ nameFr: typed, nameEn: said.familyEn || typed })
    if ('errors' in names) {
      for (const { path, code } of names.errors)
        if (path === 'nameFr' || said.familyEn) faults.add(path === 'nameFr' ? 'family' : 'familyEn', code)
      return undefined
    }
    if (families.length >= mostFamilies) return void faults.add('family', 'too_many_families')
    return { id: undefined, ...names.value, products: 0, lastPlace: -1 }
  }

  /** Added with its first accepted product, so that rejected ones leave no empty family. */
  function keepFamily(family: FamilyPlace) {
    if (families.includes(family)) return
    families.push(family)
    name(family)
  }

  /** The catalogue product of the same name, with the answer given; each is claimed only once. */
  function claimOf({ said: { reference = '' } }: Entry, found: Alike | undefined): Claim | undefined {
    if (!found || seen.has(found.reference) || claimed.has(found.reference)) return undefined
    claimed.add(found.reference)
    const single = Object.hasOwn(names.lines, reference) ? names.lines[reference] : undefined
    return { found, choice: single ?? (found.isSame ? names.same : 'add') }
  }

  function noteAlike({ said: { reference = '', labelFr = '' } }: Entry, { found, choice }: Claim) {
    const { isSame } = found
    if (isSame) alike.same += 1
    if (!choice) alike.open += 1
    if (alike.pairs.length < mostAlike)
      alike.pairs.push({
        reference,
        label: labelFr,
        known: { reference: found.reference, label: found.labelFr },
        isSame,
      })
  }

  function judgeOne(line: Entry, present: Map<string, ProductNow>, found: Alike | undefined): Verdict {
    const faults = new Faults(line)
    for (const [field, cell] of Object.entries(line.said)) if (!isText(cell)) faults.add(field as FieldName, 'not_text')
    if (!faults.isEmpty) return { faults: faults.list }
    const typed = line.said.reference ?? ''
    if (seen.has(typed)) faults.add('reference', 'repeated')
    seen.add(typed)
    const claim = present.has(typed) ? undefined : claimOf(line, found)
    const isTaken = claim?.choice === 'take_over'
    const reference = isTaken ? claim.found.reference : typed
    if (isTaken) seen.add(reference)
    const entry = isTaken ? withoutNames(line) : line
    const { said } = entry
    const now = present.get(reference)

    const read: Record<string, unknown> = {}
    for (const [field, reader] of Object.entries(readers)) {
      const cell = said[field as keyof typeof readers]
      if (cell === undefined) continue
      // An empty cell says nothing: read as exempt, it would make invoices wrong, which are final.
      if ((field === 'minimumTeeth' || field === 'vat') && cell === '') continue
      const value = cell === '' && field === 'leadDays' ? { fault: 'required' } : reader(cell)
      if ('value' in value) read[field] = value.value
      else faults.add(field as FieldName, value.fault)
    }
    const family = familyOf(entry, now, faults)
    const { isRetired = false, version: _version, position: _position, ...before } = now ?? {}
    const labels = labelsOf(said, now)
    const material = said.material === undefined ? {} : { material: said.material }
    const taken = now ? {} : takenFor(family, needs, said)
    const isLeadless = !now && said.leadDays === undefined
    const lead = isLeadless && family && Object.hasOwn(leads, family.nameFr) ? leads[family.nameFr] : undefined
    // A placeholder until answered, so that the rest is judged.
    const leadDays = isLeadless ? { leadDays: lead ?? 1 } : {}
    const isVatless = !now && !said.vat
    const vat = isVatless && family && Object.hasOwn(vats, family.nameFr) ? vats[family.nameFr] : undefined
    const whole = { ...blank, ...leadDays, ...(vat && { vat }), ...taken, ...before, ...labels, ...material, ...read }
    const judged = judgeProduct({ ...whole, reference, family: family?.id ?? notYet })
    if ('errors' in judged) {
      // For names copied from another field, only that field is at fault.
      const isSaid = (path: string) => !(path in labels) || path === 'labelFr' || said[path as FieldName]
      for (const { path, code } of judged.errors) if (isSaid(path)) faults.add(isField(path) ? path : null, code)
      return { faults: faults.list }
    }
    const { reference: kept, ...facts } = judged.value
    const isMoved = now?.family !== family?.id || !now
    if (family && isMoved && family.products >= mostOfFamily) faults.add('family', 'family_full')
    if (!family || !faults.isEmpty) return { faults: faults.list }
    keepFamily(family)
    if (claim) noteAlike(line, claim)

    if (now && !isMoved && isSameProduct(now, facts)) return { outcome: 'unchanged' }
    if (isMoved) family.products += 1
    const place = isMoved ? undefined : now?.position
    ready.push({ reference: kept, facts, family, isRetired, version: (now?.version ?? 0) + 1, place })
    const isUnsaid = !now && !family.needs && (said.teeth === undefined || said.shade === undefined)
    if (isUnsaid) family.unsaid = (family.unsaid ?? 0) + 1
    if (isLeadless) family.leadless = (family.leadless ?? 0) + 1
    if (isVatless) family.vatless = (family.vatless ?? 0) + 1
    const unsaidFields = ([...askedFields, 'leadDays'] as const).filter(field => said[field] === undefined)
    const assumed = now ? [] : [...unsaidFields, ...(isVatless ? ['vat'] : [])]
    const nameOf = (id: string | undefined) => families.find(one => one.id === id)?.nameFr ?? family.nameFr
    return {
      outcome: now ? 'changed' : 'added',
      line: entry.line,
      shown: () =>
        shownAs(
          { ...facts, reference: kept, family: family.nameFr },
          now && { ...now, reference: kept, family: nameOf(now.family) },
          assumed,
          {
            ...(isTaken && { from: typed }),
            ...(isCalledOtherwise(said.family, family) && { familyFrom: said.family }),
            ...(isLeadless && lead === undefined && { leadDays: '' }),
            ...(isVatless && vat === undefined && { vat: '' }),
          },
        ),
    }
  }

  return {
    async judge(reader, entries) {
      ready = []
      // One look-up per line: half a second for fifty thousand.
      const found = entries.map(({ said: { labelFr = '' } }) => known.find(labelFr))
      const references = entries.flatMap(({ said: { reference = '' } }, place) =>
        [reference, found[place]?.reference ?? ''].filter(isText),
      )
      const present = await findProductsNow(reader, [...new Set(references)])
      return entries.map((entry, place) => judgeOne(entry, present, found[place]))
    },
    unsaid: () => ({
      ...nothingUnsaid,
      families: families.flatMap(({ nameFr, unsaid = 0 }) => (unsaid > 0 ? [{ name: nameFr, products: unsaid }] : [])),
      leads: families.flatMap(({ nameFr, leadless = 0 }) =>
        leadless > 0 ? [{ name: nameFr, products: leadless }] : [],
      ),
      vats: families.flatMap(({ nameFr, vatless = 0 }) => (vatless > 0 ? [{ name: nameFr, products: vatless }] : [])),
      alike,
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

/** Needs of a new product that the file does not give: its family's, or those answered. */
function takenFor(family: FamilyPlace | undefined, needs: Needs, said: Entry['said']): Partial<FamilyNeeds> {
  const answer = family && Object.hasOwn(needs, family.nameFr) ? needs[family.nameFr] : undefined
  const all: Partial<FamilyNeeds> = family?.needs ?? (answer ? needsOf[answer] : {})
  if (said.teeth === undefined) return all
  // The minimum span and pontics belong to the stated word for teeth.
  const { teeth: _teeth, minimumTeeth: _least, hasPontics: _pontics, ...others } = all
  return others
}

const shownFields = [
  ...(['reference', 'family', 'labelFr', 'leadDays', 'priceCents', 'vat', 'minimumTeeth'] as const),
  ...askedFields,
]
type ShownFacts = Record<(typeof shownFields)[number], string | number | null>

function shownAs(
  facts: ShownFacts,
  now: ShownFacts | undefined,
  assumed: string[],
  taken: Record<string, string>,
): Shown {
  const wordsOf = (of: ShownFacts, fields: readonly (keyof ShownFacts)[]) =>
    Object.fromEntries(fields.map(field => [field, String(of[field] ?? '')]))
  return {
    values: { ...wordsOf(facts, shownFields), ...taken },
    before: now
      ? wordsOf(
          now,
          shownFields.filter(field => now[field] !== facts[field]),
        )
      : {},
    assumed,
  }
}

/** A missing English or short name is copied from the main name. */
function labelsOf(said: Entry['said'], now: ProductNow | undefined) {
  const one = (field: 'labelFr' | 'labelEn' | 'oneFr' | 'manyFr' | 'oneEn' | 'manyEn', otherwise: string) =>
    said[field] || (now && said[field] === undefined ? now[field] : otherwise)
  const labelFr = one('labelFr', '')
  const labelEn = one('labelEn', labelFr)
  const oneFr = one('oneFr', labelFr)
  const oneEn = one('oneEn', labelEn)
  return { labelFr, labelEn, oneFr, oneEn, manyFr: one('manyFr', oneFr), manyEn: one('manyEn', oneEn) }
}

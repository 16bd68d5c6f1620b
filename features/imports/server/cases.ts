import {
  addImportedProduct,
  type ImportedCase,
  insertImportedCase,
  listCasesBy,
} from '#features/cases/server/import-sql.ts'
import type { NewProductRow } from '#features/cases/server/new-order-sql.ts'
import { listOffered, needsOf, type ProductRow } from '#features/catalogue/server/sql.ts'
import { longest, mostProducts } from '#features/ordering/input.ts'
import { productGaps, quantityOf } from '#features/ordering/rules.ts'
import { listKnownPractices } from '#features/people/server/practices-sql.ts'
import { readShade, readTeeth } from '#features/prescription/input.ts'
import { inArchOrder, summarize, type Work } from '#features/prescription/rules.ts'
import { dayInZone } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { isText } from '#kit/server/table-file.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { type FieldName, fieldsOf } from '../fields.ts'
import { dayIn, printTypeIn, type Said, sectorIn, statusIn, wholeIn } from './cells.ts'
import { type Answers, type Entry, Faults, nothingUnsaid, type Reading, type Verdict } from './kind.ts'
import { PracticeNames } from './practice-names.ts'

type Known = Awaited<ReturnType<typeof listKnownPractices>>[number]
type Product = { row: ProductRow; product: NewProductRow }
/**
 * Lines with the same number are products of one case, wherever they stand; the case is written with its first line. It is as far
 * as the first of them says that says it, if that one is read together with the first line.
 */
type Case = { said: ImportedCase; works: Product[]; isStatusless: boolean; begunIn: number; id?: string }

const fields = fieldsOf('cases')
/** The columns for the field names of ordering's errors. */
const fieldOf: Record<string, FieldName> = {
  quantity: 'quantity',
  teeth: 'teeth',
  pontics: 'teeth',
  sector: 'sector',
  shade: 'shade',
  'implant.brand': 'implantBrand',
  'implant.platform': 'implantPlatform',
  implant: 'implantBrand',
}
const alike = (name: string) => name.normalize('NFC').toLowerCase()
const mostOfCode = 40
/** A placeholder where nobody has said yet how far the cases are, so that the rest is judged. */
const unanswered = 'registered'

/** Reads lines as products of cases in work; a case whose number exists already stays as it is. */
export async function readCases(staff: Staff, importId: string, answers: Pick<Answers, 'status'>): Promise<Reading> {
  const today = dayInZone(new Date(), staff.timeZone)
  const practices = new PracticeNames(await listKnownPractices(staff))
  const catalogue = await listOffered(staff)
  const byReference = new Map(catalogue.map(row => [row.reference, row]))
  const byLabel = Map.groupBy(catalogue, ({ label_fr }) => alike(label_fr))
  const cases = new Map<string, Case>()
  let ready: { of: Case; work: Product; sequence: number }[] = []
  let statusless = 0
  let part = 0

  function practiceOf({ said }: Entry, faults: Faults): Known | undefined {
    const { name = '', postalCode = '' } = said
    if (!name) return void faults.add('name', 'required')
    const [known, another] = practices.find({ name, postalCode })
    if (known && another) return void faults.add('name', 'practice_unclear')
    if (!known) return void faults.add('name', 'practice_unknown')
    if (known.isDisabled) return void faults.add('name', 'practice_disabled')
    return known
  }

  /** Finds a product by its reference, or by a name that only one product has. */
  function productOf({ said }: Entry, faults: Faults): Product | undefined {
    const typed = said.reference ?? ''
    if (!typed) return void faults.add('reference', 'required')
    const [named, another] = byLabel.get(alike(typed)) ?? []
    const row = byReference.get(typed) ?? (another ? undefined : named)
    if (!row) return void faults.add('reference', 'not_in_catalogue')
    const needs = needsOf(row)
    const read = said.teeth ? readTeeth(said.teeth, needs.teeth === 'run' ? 'run' : 'many') : { teeth: [] }
    if (read.wrong !== undefined) return void faults.add('teeth', 'not_teeth')
    const quantity = said.quantity ? taken('quantity', wholeIn(said.quantity), faults) : undefined
    const sector = said.sector ? taken('sector', sectorIn(said.sector), faults) : undefined
    const shade = said.shade ? readShade(said.shade) : undefined
    const implant = { brand: said.implantBrand || undefined, platform: said.implantPlatform || undefined }
    const prescribed = { reference: row.reference, quantity, teeth: read.teeth, sector, shade, implant }
    for (const { path, code } of productGaps(prescribed, needs, '')) faults.add(fieldOf[path] ?? null, code)
    return {
      row,
      product: {
        reference: row.reference,
        product_version: row.version,
        label_fr: row.label_fr,
        label_en: row.label_en,
        quantity: quantityOf(prescribed, needs),
        shade: shade ?? null,
        complementary_shade: null,
        teeth: inArchOrder(read.teeth ?? []),
        pontics: [],
        sector: sector ?? null,
        implant_brand: implant.brand ?? null,
        implant_platform: implant.platform ?? null,
        note: null,
      },
    }
  }

  function judgeOne(entry: Entry, present: ReadonlyMap<string, string>): Verdict {
    const { said } = entry
    const faults = new Faults(entry)
    for (const [field, cell] of Object.entries(said)) if (!isText(cell)) faults.add(field as FieldName, 'not_text')
    if (!faults.isEmpty) return { faults: faults.list }
    for (const { name, isRequired } of fields) if (isRequired && !said[name]) faults.add(name, 'required')
    const { code = '', patientCode = '', patient = '', prescriber = '' } = said
    if (code.length > mostOfCode) faults.add('code', 'too_long')
    if (patientCode.length > longest.patientCode) faults.add('patientCode', 'too_long')
    if (patient.length > longest.patient) faults.add('patient', 'too_long')
    if (prescriber.length > longest.prescriberName) faults.add('prescriber', 'too_long')
    const deliveryOn = said.deliveryOn ? taken('deliveryOn', dayIn(said.deliveryOn), faults) : undefined
    const status = said.status ? taken('status', statusIn(said.status), faults) : (answers.status ?? unanswered)
    const printType = said.printType ? taken('printType', printTypeIn(said.printType), faults) : 'physical'
    const practice = practiceOf(entry, faults)
    const work = productOf(entry, faults)
    const of = code ? cases.get(code) : undefined
    if (of && practice && (of.said.practiceId !== practice.id || of.said.patientCode !== patientCode))
      faults.add('code', 'differs')
    const isToldHere = of?.isStatusless && of.begunIn === part
    if (of && said.status && status && !isToldHere && (of.isStatusless || of.said.status !== status))
      faults.add('status', 'differs')
    if (of && of.works.length >= mostProducts) faults.add('code', 'too_many_products')
    const known = code ? present.get(code) : undefined
    if (!of && known !== undefined && practice && known !== practice.id) faults.add('code', 'code_taken')
    if (!practice || !work || !deliveryOn || !status || !printType || !faults.isEmpty) return { faults: faults.list }
    if (!of && known !== undefined) return { outcome: 'unchanged' }

    const summaryFr = summaryOf([work], 'fr')
    const summaryEn = summaryOf([work], 'en')
    const first: Case = of ?? {
      said: {
        practiceId: practice.id,
        code: code || null,
        patientCode,
        patient: patient || null,
        prescriber: prescriber || null,
        printType,
        deliveryOn,
        status,
        summaryFr,
        summaryEn,
      },
      works: [],
      isStatusless: !said.status,
      begunIn: part,
    }
    if (!of && first.isStatusless) statusless += 1
    if (said.status && first.isStatusless) {
      first.said.status = status
      first.isStatusless = false
      statusless -= 1
    }
    first.works.push(work)
    if (code && !of) cases.set(code, first)
    ready.push({ of: first, work, sequence: first.works.length })
    return {
      outcome: 'added',
      line: entry.line,
      shown: () => ({
        values: {
          name: practice.name,
          code,
          patientCode,
          summary: staff.language === 'fr' ? summaryFr : summaryEn,
          deliveryOn: first.said.deliveryOn,
          status: first.isStatusless && !answers.status ? '' : first.said.status,
          printType: first.said.printType,
          isLate: first.said.deliveryOn < today ? 'yes' : '',
        },
        before: {},
        assumed: [
          ...(said.printType ? [] : ['printType']),
          ...(code ? [] : ['code']),
          ...(first.isStatusless ? ['status'] : []),
        ],
      }),
    }
  }

  return {
    unsaid: () => ({ ...nothingUnsaid, statusless }),
    async judge(reader, entries) {
      ready = []
      part += 1
      const codes = entries.flatMap(({ said: { code = '' } }) => (code && isText(code) ? [code] : []))
      const present = new Map((await listCasesBy(reader, codes)).map(({ code, practiceId }) => [code, practiceId]))
      // Further lines of a case that this file began belong to it.
      return entries.map(entry => judgeOne(entry, present))
    },
    async write(writer) {
      for (const { of, work, sequence } of ready) {
        of.id ??= await insertImportedCase(writer, importId, of.said, today)
        const works = of.works.slice(0, sequence)
        const summary = { fr: summaryOf(works, 'fr'), en: summaryOf(works, 'en') }
        const place = { practiceId: of.said.practiceId, orderId: of.id, sequence }
        await addImportedProduct(writer, place, work.product, summary)
      }
      ready = []
    },
  }
}

function taken<T>(field: FieldName, said: Said<T>, faults: Faults): T | undefined {
  if ('value' in said) return said.value
  faults.add(field, said.fault)
  return undefined
}

const summaryOf = (works: readonly Product[], language: Language) =>
  summarize(
    works.map(
      ({ row, product: { quantity, teeth, shade, sector } }): Work => ({
        one: row[`name_one_${language}`],
        many: row[`name_many_${language}`],
        quantity,
        teeth,
        shade,
        sector,
      }),
    ),
    language,
  )

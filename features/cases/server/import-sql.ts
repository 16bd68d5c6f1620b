import { sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import { onBehalfOf, type Staff } from '#tenancy/server/actor.ts'
import { insertEvent } from './changes-sql.ts'
import { insertProduct, insertUnderNextCode, type NewOrderRow, type NewProductRow } from './new-order-sql.ts'

/** One file of cases at a time: the second sees which of them the first has made. */
export const lockCaseImports = ({ tx, brandId }: Staff) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`case-imports/${brandId}`}, 0))`.execute(tx)

/** By their numbers, those that are there. */
export const listCasesBy = ({ tx, brandId }: Staff, codes: readonly string[]) =>
  tx
    .selectFrom('orders')
    .select(['code', 'practice_id as practiceId'])
    .where('brand_id', '=', brandId)
    .where('code', '=', sql<string>`any(${codes}::text[])`)
    .execute()

export type ImportedCase = {
  practiceId: string
  /** A number of ours where the file has none. */
  code: string | null
  patientCode: string
  patient: string | null
  prescriber: string | null
  printType: 'optical' | 'physical'
  deliveryOn: Day
  status: NonNullable<NewOrderRow['status']>
  summaryFr: string
  summaryEn: string
}

/** A case as it stands in the laboratory by now; practices are told nothing. */
export async function insertImportedCase(
  staff: Staff,
  importId: string,
  made: ImportedCase,
  today: Day,
): Promise<string> {
  const user = onBehalfOf(staff, made.practiceId)
  const row: NewOrderRow = {
    patient_code: made.patientCode,
    patient: made.patient,
    prescriber: made.prescriber,
    prescriber_id: null,
    print_type: made.printType,
    wished_on: null,
    appointment_at: null,
    comment: null,
    delivery_on: made.deliveryOn,
    // What is in work has been accepted for that day.
    is_delivery_confirmed: made.status !== 'registered',
    summary_fr: made.summaryFr,
    summary_en: made.summaryEn,
    remake_of: null,
    status: made.status,
    import_id: importId,
  }
  const { id } = made.code
    ? await staff.tx
        .insertInto('orders')
        .values({
          ...row,
          brand_id: staff.brandId,
          practice_id: made.practiceId,
          code: made.code,
          first_delivery_on: made.deliveryOn,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    : await insertUnderNextCode(user, row, Number(today.slice(0, 4)))
  await insertEvent(user, id, { status: made.status })
  return id
}

/** With what is then made of all of it in one line. */
export async function addImportedProduct(
  staff: Staff,
  of: { practiceId: string; orderId: string; sequence: number },
  product: NewProductRow,
  summary: { fr: string; en: string },
): Promise<void> {
  await insertProduct(onBehalfOf(staff, of.practiceId), of.orderId, product, of.sequence)
  if (of.sequence === 1) return
  await staff.tx
    .updateTable('orders')
    .set({ summary_fr: summary.fr, summary_en: summary.en })
    .where('brand_id', '=', staff.brandId)
    .where('id', '=', of.orderId)
    .execute()
}

/** What an import has brought and is there still. */
export async function listImportedCases({ tx, brandId }: Staff, importId: string, most: number) {
  const rows = await tx
    .selectFrom('orders')
    .select('code')
    .where('brand_id', '=', brandId)
    .where('import_id', '=', importId)
    .orderBy('code')
    .limit(most)
    .execute()
  return rows.map(({ code }) => ({ what: code, because: 'in_use' as const }))
}

/** What nobody has touched since goes; the others stay. */
export async function deleteImportedCases({ tx, brandId }: Staff, importId: string): Promise<void> {
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('import_id', '=', importId)
    .orderBy('id')
    .execute()
  // One at a time: no statement may take as long as all of them do.
  for (const { id } of rows) await sql`select tenant.take_back_case(${importId}, ${id})`.execute(tx)
}

import { sql } from 'kysely'
import type { Day } from '#kit/day.ts'
import { onBehalfOf, type Staff } from '#tenancy/server/actor.ts'
import { insertStep } from './changes-sql.ts'
import { insertProduct, insertUnderNextCode, type NewOrderRow, type NewProductRow } from './new-order-sql.ts'

/** Serialises case imports of a laboratory: the second sees which cases the first has created. */
export const lockCaseImports = ({ tx, brandId }: Staff) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`case-imports/${brandId}`}, 0))`.execute(tx)

/** The existing cases among these codes. */
export const listCasesBy = ({ tx, brandId }: Staff, codes: readonly string[]) =>
  tx
    .selectFrom('orders')
    .select(['code', 'practice_id as practiceId'])
    .where('brand_id', '=', brandId)
    .where('code', '=', sql<string>`any(${codes}::text[])`)
    .execute()

export type ImportedCase = {
  practiceId: string
  /** Null: the portal assigns the number. */
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

/** Inserts a case with its current state at the laboratory; practices are not notified. */
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
    // A case in work has been accepted for that day.
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
  await insertStep(user, id, { status: made.status })
  return id
}

/** Adds a product and returns the case's summary of all its products. */
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

/** Cases of an import that still exist. */
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

/** Deletes the import's cases that nobody has touched since; the others stay. */
export async function deleteImportedCases({ tx, brandId }: Staff, importId: string): Promise<void> {
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('import_id', '=', importId)
    .orderBy('id')
    .execute()
  // One statement per case: a single one for all would take too long.
  for (const { id } of rows) await sql`select tenant.take_back_case(${importId}, ${id})`.execute(tx)
}

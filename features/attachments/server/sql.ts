import { type NotNull, sql } from 'kysely'
import { fullNameOf } from '#features/people/server/names-sql.ts'
import type { SignedIn, Staff } from '#tenancy/server/actor.ts'
import { ofActor } from '#tenancy/server/actor-sql.ts'
import type { ScanRole } from '../contract.ts'
import { withOtherCode, withoutPatient } from '../scan-rules.ts'

/** What a file is attached to, and the practice it belongs to. */
export type Target = { practiceId: string } & ({ orderId: string; order: OrderOfFiles } | { draftId: string })

const orderOfFiles = (user: SignedIn, id: string) =>
  user.tx
    .selectFrom('orders')
    .select(['id', 'practice_id as practiceId', 'patient', 'patient_code', 'status'])
    .where(ofActor(user, 'orders'))
    .where('id', '=', id)

export type OrderOfFiles = NonNullable<Awaited<ReturnType<typeof findOrderOfFiles>>>

export const findOrderOfFiles = (user: SignedIn, id: string) => orderOfFiles(user, id).executeTakeFirst()

/**
 * The same, locked until the transaction ends: every change of a case locks its row first. Lock order: the practice's
 * files, then the case, then any single file.
 */
export const lockOrderOfFiles = (user: SignedIn, id: string) => orderOfFiles(user, id).forShare().executeTakeFirst()

export const listProblemsOfOrder = async (user: SignedIn, orderId: string): Promise<string[]> => {
  const rows = await user.tx
    .selectFrom('order_problems')
    .select('id')
    .where('brand_id', '=', user.brandId)
    .where('order_id', '=', orderId)
    .execute()
  return rows.map(({ id }) => id)
}

/** A draft's files are visible only to its author, as the draft is. */
const files = (user: SignedIn) =>
  user.tx
    .selectFrom('attachments')
    .leftJoin('users', join =>
      join.onRef('users.brand_id', '=', 'attachments.brand_id').onRef('users.id', '=', 'attachments.created_by'),
    )
    .leftJoin('orders', join =>
      join.onRef('orders.brand_id', '=', 'attachments.brand_id').onRef('orders.id', '=', 'attachments.order_id'),
    )
    .leftJoin('hand_overs', join =>
      join
        .onRef('hand_overs.brand_id', '=', 'attachments.brand_id')
        .onRef('hand_overs.id', '=', 'attachments.hand_over_id'),
    )
    .innerJoin('brands', 'brands.id', 'attachments.brand_id')
    .select(eb => [
      'attachments.id',
      'attachments.order_id',
      'attachments.draft_id',
      'attachments.name',
      'attachments.size',
      'attachments.type',
      'attachments.role',
      'attachments.state',
      'attachments.is_compressed as isCompressed',
      // The time of the photo, not of its upload, which may come once the phone is online.
      eb.fn.coalesce('hand_overs.done_at', 'attachments.created_at').as('createdAt'),
      'attachments.created_by as creatorId',
      'attachments.problem_id as problemId',
      // Drivers' photos older than the column `of_laboratory` count as the laboratory's too.
      sql<boolean>`attachments.of_laboratory or attachments.hand_over_id is not null`.as('isOfLaboratory'),
      sql<boolean>`attachments.hand_over_id is not null`.as('isOfHandOver'),
      'attachments.sha256',
      'orders.status as order_status',
      // Practices see no names of the laboratory's staff.
      eb
        .case()
        .when('users.last_name', '<>', '')
        .then(fullNameOf('users'))
        .else(eb.ref('brands.company_name'))
        .end()
        .as('createdBy'),
    ])
    .where(ofActor(user, 'attachments'))
    .where('attachments.state', 'in', ['ready', 'held'])
    .where(eb => eb.or([eb('attachments.draft_id', 'is', null), eb('attachments.created_by', '=', user.userId)]))
    .$narrowType<{ name: NotNull; size: NotNull; type: NotNull }>()

export type FileRow = Awaited<ReturnType<typeof listFiles>>[number]

export type OrderOrDraft = { orderId: string } | { draftId: string }
const ofTarget = (target: OrderOrDraft) =>
  'orderId' in target
    ? sql<boolean>`attachments.order_id = ${target.orderId}`
    : sql<boolean>`attachments.draft_id = ${target.draftId}`

/** Oldest first. */
export const listFiles = (user: SignedIn, target: OrderOrDraft) =>
  files(user).where(ofTarget(target)).orderBy('attachments.created_at').orderBy('attachments.id').execute()

export const findFile = (user: SignedIn, id: string) => files(user).where('attachments.id', '=', id).executeTakeFirst()

/**
 * The scan with the same bytes that the same side sent before, whatever the names. For two concurrent uploads this is
 * reliable only under the lock of the practice's files.
 */
export const findSameScan = (user: SignedIn, target: OrderOrDraft, { problemId, sha256 }: SentScan) =>
  files(user)
    .where('attachments.sha256', '=', sha256)
    .where('attachments.of_laboratory', '=', user.kind === 'staff')
    .where(ofTarget(target))
    .where(sql<boolean>`attachments.problem_id is not distinct from ${problemId ?? null}::uuid`)
    .executeTakeFirst()
type SentScan = { problemId: string | undefined; sha256: Buffer }

/** Files of a case bear the patient's code, never the name. */
export async function renameWithoutPatient(user: SignedIn, { id, order_id, name }: FileRow): Promise<void> {
  if (order_id === null) return
  const found = await user.tx
    .selectFrom('orders')
    .select(['patient', 'patient_code'])
    .where('brand_id', '=', user.brandId)
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  const harmless = withoutPatient(name, found.patient, found.patient_code)
  if (harmless !== name) await changeFile(user, id, { name: harmless })
}

type Patient = { patient_code: string; patient: string | null }

/** The file's name once stored; `before` is the patient at the start of the upload, if corrected or erased since. */
export function calledOnArrival(name: string, { patient, patient_code }: Patient, before?: Patient): string {
  const coded = before ? withOtherCode(name, before.patient_code, patient_code) : name
  return withoutPatient(withoutPatient(coded, before?.patient, patient_code), patient, patient_code)
}

/** Renames the files of a case whose patient was corrected: they bear the former code. */
export async function renameForPatient(
  staff: Staff,
  orderId: string,
  before: Patient,
  { patient, patient_code }: Patient,
): Promise<void> {
  for (const { id, name } of await listFiles(staff, { orderId })) {
    const called = withoutPatient(withOtherCode(name, before.patient_code, patient_code), patient, patient_code)
    if (called !== name) await changeFile(staff, id, { name: called })
  }
}

export const changeFile = (user: SignedIn, id: string, change: { name?: string; role?: ScanRole | null }) =>
  user.tx.updateTable('attachments').set(change).where('brand_id', '=', user.brandId).where('id', '=', id).execute()

/** For the laboratory: the files of all its practices, once the case is sent. */
export const findFileOfLaboratory = (staff: Staff, id: string) =>
  staff.tx
    .selectFrom('attachments')
    .select(['id', 'name', 'type', 'state', 'is_compressed as isCompressed'])
    .where('brand_id', '=', staff.brandId)
    .where('id', '=', id)
    .where('order_id', 'is not', null)
    .where('state', 'in', ['ready', 'held'])
    .$narrowType<{ name: NotNull; type: NotNull }>()
    .executeTakeFirst()

/** Hides the file at once; its bytes go with the next sweep. With `from`, only if it is still in that state. */
export const setRemoved = async ({ tx, brandId }: SignedIn, id: string, from?: 'uploading'): Promise<void> => {
  await tx
    .updateTable('attachments')
    .set({ state: 'removed' })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .$if(from !== undefined, query => query.where('state', '=', 'uploading'))
    .execute()
}

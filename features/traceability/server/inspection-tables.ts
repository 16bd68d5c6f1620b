import type { Complaint } from '#features/complaints/contract.ts'
import { listComplaintsOf } from '#features/complaints/server/sql.ts'
import { formatSector, formatShade, formatTeeth } from '#features/prescription/rules.ts'
import { dayInZone, formatDay, formatTime } from '#kit/day.ts'
import { type Cell, csvLine, csvMark } from '#kit/server/csv.ts'
import type { Share } from '#kit/server/turns.ts'
import type { ZipEntry } from '#kit/server/zip.ts'
import type { Staff, Waiting } from '#tenancy/server/actor.ts'
import {
  countByCause,
  type LeftUnsigned,
  listLeftUnsigned,
  listPrescribed,
  listScopedReleases,
  listScopedSubcontractors,
  listUsedLots,
  type Prescribed,
  type Scope,
  type ScopedRelease,
  type UsedLot,
} from './inspection-sql.ts'
import { inspectionText } from './inspection-text.ts'

export type Inspection = {
  waiting: Waiting<Staff>
  scope: Scope
  /** Only for a single case. */
  code?: string
  share: Share
  language: Staff['language']
  timeZone: string
}

/** Rows per query, which bounds memory however long the period is. */
export const pageSize = 200

async function* csv(heads: readonly string[], rows: AsyncIterable<readonly Cell[]>) {
  yield `${csvMark}${csvLine(heads)}`
  for await (const row of rows) yield csvLine(row)
}

export async function* pages<Row>(read: (last: Row | undefined) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined
  for (;;) {
    const rows = await read(last)
    yield* rows
    last = rows.at(-1)
    if (rows.length < pageSize) return
  }
}

async function* mapped<Row, Made>(rows: AsyncIterable<Row>, make: (row: Row) => Made): AsyncGenerator<Made> {
  for await (const row of rows) yield make(row)
}

export function* tablesOf({ waiting, scope, language, timeZone }: Inspection): Generator<ZipEntry> {
  const { files, heads, one, ...t } = inspectionText(language)
  const day = (on: string | null) => on && formatDay(on, language, 'year')
  const moment = (at: string | null) => at && `${day(dayInZone(at, timeZone))} ${formatTime(at, language, timeZone)}`
  const within = <T>(work: (staff: Staff) => Promise<T>) => waiting.within('read', work)

  const shade = (said: string | null) => said && formatShade(said, language)
  yield {
    name: files.prescriptions,
    input: csv(
      heads.prescriptions,
      mapped(
        pages<Prescribed>(last => within(staff => listPrescribed(staff, scope, last, pageSize))),
        row => [
          row.code,
          row.practice,
          row.practiceReference,
          row.patientCode,
          row.prescriber,
          moment(row.orderedAt),
          t.impression[row.printType],
          day(row.wishedOn),
          moment(row.appointmentAt),
          row.caseSequence || null,
          row.reference,
          row.product,
          row.quantity,
          formatTeeth(row.teeth),
          formatTeeth(row.pontics),
          row.sector && formatSector(row.sector, language),
          shade(row.shade),
          shade(row.complementaryShade),
          row.implant,
          row.note,
          row.comment,
          row.since.map(({ at, words }) => `${moment(at)} · ${words}`).join('\n'),
        ],
      ),
    ),
  }
  yield {
    name: files.lots,
    input: csv(
      heads.lots,
      mapped(
        pages<UsedLot>(last => within(staff => listUsedLots(staff, scope, last, pageSize))),
        row => [
          row.code,
          row.practice,
          row.patientCode,
          row.prescriber,
          row.product,
          formatTeeth(row.teeth),
          row.shade,
          row.material,
          row.maker,
          row.lot,
          day(row.expiresOn),
          row.standard,
          row.certificate,
          day(row.certificateEndsOn),
          moment(row.usedAt),
          day(row.arrivedOn),
          row.checkedBy,
          moment(row.checkedAt),
        ],
      ),
    ),
  }
  yield {
    name: files.releases,
    input: csv(
      heads.releases,
      mapped(
        pages<ScopedRelease>(last => within(staff => listScopedReleases(staff, scope, last, pageSize))),
        ({ code, version, points, note, by, at }) => [
          code,
          version,
          points.map(point => t.points[point]).join(', '),
          note,
          by,
          moment(at),
        ],
      ),
    ),
  }
  yield {
    name: files.leftUnsigned,
    input: csv(
      heads.leftUnsigned,
      mapped(
        pages<LeftUnsigned>(last => within(staff => listLeftUnsigned(staff, scope, last, pageSize))),
        ({ code, practice, patientCode, leftAt, deliveredAt, signedAt }) => [
          code,
          practice,
          patientCode,
          moment(leftAt),
          moment(deliveredAt),
          moment(signedAt),
        ],
      ),
    ),
  }
  const complaintsAfter = (last: Complaint | undefined) =>
    within(staff => listComplaintsOf(staff, scope, last && { at: last.reportedAt, id: last.id }, pageSize))
  yield {
    name: files.complaints,
    input: csv(
      heads.complaints,
      mapped(
        pages(complaintsAfter),
        ({ order, practice, kind, description, reportedAt, reportedBy, remake, decision }) => [
          order.code,
          practice,
          one.kinds[kind],
          description,
          moment(reportedAt),
          reportedBy,
          decision && (decision.isSerious ? t.yes : t.no),
          decision && one.causes[decision.cause],
          decision?.note ?? null,
          decision?.by ?? null,
          moment(decision?.at ?? null),
          remake?.code ?? null,
        ],
      ),
    ),
  }
  const few = async function* <Row>(read: (staff: Staff) => Promise<readonly Row[]>) {
    yield* await within(read)
  }
  yield {
    name: files.causes,
    input: csv(
      heads.causes,
      mapped(
        few(staff => countByCause(staff, scope)),
        ({ cause, complaints, serious, remakes }) => [
          cause ? one.causes[cause] : t.undecided,
          complaints,
          serious,
          remakes,
        ],
      ),
    ),
  }
  yield {
    name: files.subcontractors,
    input: csv(
      heads.subcontractors,
      mapped(
        few(staff => listScopedSubcontractors(staff, scope)),
        ({ name, address, work, cases }) => [name, address, work, cases],
      ),
    ),
  }
}

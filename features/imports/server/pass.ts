import { problem } from '#kit/problem.ts'
import { withoutGuard } from '#kit/server/csv.ts'
import { headingsOf, rowsOf } from '#kit/server/table-file.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import type { Answers, Counts, Fault, Names, Preview, Unsaid } from '../contract.ts'
import { type Columns, fieldsOf, type ImportKind, isNameTwice, requiredOf } from '../fields.ts'
import { mostFaults, mostLines, mostRows } from '../rules.ts'
import type { Entry, Reading, Verdict } from './kind.ts'
import { findPart, type ImportRow } from './sql.ts'

type Line = { line: number; cells: readonly string[] }

/** Lines judged per transaction: few enough that nobody else waits for long. */
const batch = 250

/** Runs each piece of work in its own transaction, or all of them in the writing one. */
export type Within = <T>(work: (staff: Staff) => Promise<T>) => Promise<T>

/** `rows` are the file's lines, one for each verdict. */
type Judged = { rows: Line[]; verdicts: Verdict[]; write: (staff: Staff) => Promise<void> }

/** Reads and judges the file in batches, from beginning to end. */
export async function* judged(
  reading: Reading,
  { id, kind, delimiter, headings }: ImportRow,
  columns: Columns,
  within: Within,
): AsyncGenerator<Judged, void> {
  const places = fieldsOf(kind).flatMap(({ name }) =>
    columns[name] === undefined ? [] : [{ name, place: columns[name] }],
  )
  const entryOf = ({ line, cells }: Line): Entry => ({
    line,
    said: Object.fromEntries(places.map(({ name, place }) => [name, withoutGuard(cells[place] ?? '').trim()])),
  })
  let waiting: Line[] = []
  // Lines up to and including the headings are skipped.
  let isAbove = true
  for await (const row of rowsOf(piecesOf(id, within), delimiter, mostLines[kind])) {
    if ('broken' in row) {
      yield* judgeEntries()
      yield {
        rows: [{ line: row.line, cells: [] }],
        verdicts: [{ faults: [brokenLine(row.line)] }],
        write: async () => undefined,
      }
      return
    }
    if (!isAbove) waiting.push(row)
    else isAbove = !isSameLine(headingsOf(row.cells), headings)
    if (waiting.length === batch) yield* judgeEntries()
  }
  if (isAbove) throw new Error('The headings by which this file was understood are not in it.')
  yield* judgeEntries()

  async function* judgeEntries(): AsyncGenerator<Judged, void> {
    if (waiting.length === 0) return
    const rows = waiting
    waiting = []
    const entries = rows.map(entryOf)
    yield {
      rows,
      verdicts: await within(staff => reading.judge(staff, entries)),
      write: staff => reading.write(staff),
    }
  }
}

const isSameLine = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((cell, place) => cell === other[place])

const brokenLine = (line: number): Fault => ({ line, field: null, code: 'line_unreadable', cell: '' })

async function* piecesOf(importId: string, within: Within): AsyncGenerator<Buffer> {
  for (let place = 0; ; place += 1) {
    const bytes = await within(staff => findPart(staff, importId, place))
    if (!bytes) return
    yield bytes
  }
}

export function addTo(counts: Counts, verdicts: readonly Verdict[]): Fault[] {
  const faults: Fault[] = []
  for (const verdict of verdicts) {
    if ('faults' in verdict) faults.push(...verdict.faults)
    else counts[verdict.outcome] += 1
  }
  return faults
}

/** Lines after an unreadable one are unknown, so it cannot be left out. */
export const isCutShort = (verdict: Verdict): boolean =>
  'faults' in verdict && verdict.faults.some(({ code }) => code === 'line_unreadable')

/** Collects the preview, limited to what a screen shows. */
export class Look {
  readonly #preview: Omit<Preview, 'unsaid'> = {
    added: 0,
    changed: 0,
    unchanged: 0,
    wrong: 0,
    isCutShort: false,
    faults: [],
    rows: [],
  }

  add(verdicts: readonly Verdict[]): void {
    const { faults, rows } = this.#preview
    for (const verdict of verdicts) {
      if ('faults' in verdict) {
        this.#preview.wrong += 1
        this.#preview.isCutShort ||= isCutShort(verdict)
        faults.push(...verdict.faults.slice(0, mostFaults - faults.length))
        continue
      }
      this.#preview[verdict.outcome] += 1
      if (verdict.outcome === 'unchanged' || (this.#preview[verdict.outcome] > mostRows && !verdict.isAsked)) continue
      const { line, outcome, shown } = verdict
      rows.push({ line, outcome, ...shown() })
    }
  }

  get counts(): Counts {
    const { added, changed, unchanged } = this.#preview
    return { added, changed, unchanged }
  }

  with(unsaid: Unsaid): Preview {
    return { ...this.#preview, unsaid }
  }
}

/** Drops answers about families the file does not ask about. */
export const answeredOf = <T>(answers: Record<string, T>, asked: readonly { name: string }[]): Record<string, T> =>
  Object.fromEntries(Object.entries(answers).filter(([family]) => asked.some(({ name }) => name === family)))

export const isSameAnswer = (one: Names, other: Names): boolean =>
  one.same === other.same &&
  Object.keys({ ...one.lines, ...other.lines }).every(line => one.lines[line] === other.lines[line])

export const isAllSaid = (
  unsaid: Unsaid,
  { needs, leads, vats, status }: Omit<Answers, 'names'>,
  areRolesTaken: boolean,
): boolean =>
  unsaid.families.every(({ name }) => Object.hasOwn(needs, name)) &&
  unsaid.leads.every(({ name }) => Object.hasOwn(leads, name)) &&
  unsaid.vats.every(({ name }) => Object.hasOwn(vats, name)) &&
  unsaid.alike.open === 0 &&
  (unsaid.statusless === 0 || Boolean(status)) &&
  (areRolesTaken || unsaid.managers + unsaid.doctors === 0)

/** Refuses columns of another kind, missing required ones, and one for both names. */
export function refuseColumns(kind: ImportKind, headings: readonly string[], columns: Record<string, number>): Columns {
  const fields = fieldsOf(kind)
  const errors = [
    ...Object.entries(columns).flatMap(([name, place]) =>
      fields.some(field => field.name === name) && place < headings.length
        ? []
        : [{ path: `columns.${name}`, code: 'not_listed' }],
    ),
    ...requiredOf(kind, columns).flatMap(name =>
      columns[name] === undefined ? [{ path: `columns.${name}`, code: 'required' }] : [],
    ),
    ...(isNameTwice(columns) ? [{ path: 'columns.lastName', code: 'repeated' }] : []),
  ]
  if (errors.length > 0) throw problem('input_invalid', { errors })
  return columns
}

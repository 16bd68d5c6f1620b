import type { Staff } from '#tenancy/server/actor.ts'
import type { Answers as Answered, Fault, PreviewRow, Standing, Unsaid } from '../contract.ts'
import type { FieldName } from '../fields.ts'
import { type FaultCode, faultCodes } from '../rules.ts'

/** A line read by its columns; fields without a column are absent. */
export type Entry = { line: number; said: Partial<Record<FieldName, string>> }
/** The line as it would be; unchanged values are not shown. */
export type Shown = Omit<PreviewRow, 'line' | 'outcome'>
export type Verdict =
  | { faults: Fault[] }
  | { outcome: 'unchanged' }
  | {
      outcome: 'added' | 'changed'
      line: number
      /** The result differs from what the file says and needs consent, so all such lines are shown. */
      isAsked?: boolean
      shown: () => Shown
    }
/** Answers to what neither file nor catalogue says. */
export type Answers = Answered & { invitations: 'now' | 'later' }

/** One pass over a file. `write` writes what the last `judge` has accepted. */
export type Reading = {
  judge: (staff: Staff, entries: readonly Entry[]) => Promise<Verdict[]>
  write: (staff: Staff) => Promise<void>
  /** Complete only after the last line. */
  unsaid: () => Unsaid
}

export const nothingUnsaid: Unsaid = {
  families: [],
  leads: [],
  vats: [],
  managers: 0,
  doctors: 0,
  alike: { same: 0, open: 0, pairs: [] },
  statusless: 0,
  unaddressed: 0,
}

export type KindOfImport = {
  /** Locked until the transaction ends, so that a second writer sees what the first has made. */
  lock: (staff: Staff) => Promise<unknown>
  read: (staff: Staff, importId: string, answers: Answers) => Promise<Reading>
  /** Deletes what the import has made, or refuses as a whole. */
  takeBack: (staff: Staff, importId: string) => Promise<void>
  /** What remains after it has been taken back. */
  listStaying: (staff: Staff, importId: string) => Promise<Standing[]>
}

const longestCell = 60

/** Collects the faults of a line. */
export class Faults {
  readonly list: Fault[] = []
  readonly #entry: Entry

  constructor(entry: Entry) {
    this.#entry = entry
  }

  add(field: FieldName | null, code: string): void {
    if (this.list.some(fault => fault.field === field)) return
    const cell = (field && this.#entry.said[field]) || ''
    this.list.push({
      line: this.#entry.line,
      field,
      code: codeOf(code),
      cell: (cell.length > longestCell ? `${cell.slice(0, longestCell)}…` : cell)
        .toWellFormed()
        .replaceAll('\0', '\ufffd'),
    })
  }

  get isEmpty(): boolean {
    return this.list.length === 0
  }
}

const codeOf = (code: string): FaultCode => faultCodes.find(known => known === code) ?? 'wrong'

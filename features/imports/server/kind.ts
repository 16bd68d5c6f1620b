import type { Staff } from '#tenancy/server/actor.ts'
import type { Fault, Leads, Names, Needs, PreviewRow, Standing, Unsaid } from '../contract.ts'
import type { FieldName } from '../fields.ts'
import { type FaultCode, faultCodes } from '../rules.ts'

/** A line as its columns are read; a field that no column says is not there. */
export type Entry = { line: number; said: Partial<Record<FieldName, string>> }
/** As it would be; what is the same as before is not shown. */
export type Shown = Omit<PreviewRow, 'line' | 'outcome'>
export type Verdict =
  | { faults: Fault[] }
  | { outcome: 'unchanged' }
  | {
      outcome: 'added' | 'changed'
      line: number
      /** It becomes something else than the file says, if whoever is asked agrees: shown however many are. */
      isAsked?: boolean
      shown: () => Shown
    }
/** What was answered where nothing says it. */
export type Answers = { needs: Needs; leads: Leads; names: Names; invitations: 'now' | 'later' }

/** One reading of a file from its beginning to its end. What `judge` has last found to be written, `write` writes. */
export type Reading = {
  judge: (staff: Staff, entries: readonly Entry[]) => Promise<Verdict[]>
  write: (staff: Staff) => Promise<void>
  /** Once it has come to its end. */
  unsaid: () => Unsaid
}

export const nothingUnsaid: Unsaid = {
  families: [],
  leads: [],
  managers: 0,
  doctors: 0,
  alike: { same: 0, open: 0, pairs: [] },
  unaddressed: 0,
}

export type KindOfImport = {
  /** Held until the end: of two who write, the second sees what the first has made. */
  lock: (staff: Staff) => Promise<unknown>
  read: (staff: Staff, importId: string, answers: Answers) => Promise<Reading>
  /** What it has made goes again, or is refused as a whole. */
  takeBack: (staff: Staff, importId: string) => Promise<void>
  /** What stays of it once it has been taken back. */
  listStaying: (staff: Staff, importId: string) => Promise<Standing[]>
}

const longestCell = 60

/** Gathers what is wrong with a line. */
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

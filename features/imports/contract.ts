import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'
import { tableRefusals } from '#kit/table-refusals.ts'
import { importKinds } from './fields.ts'
import {
  faultCodes,
  holds,
  type ImportedStatus,
  importedStatuses,
  longestAnsweredLead,
  nameChoices,
  needChoices,
  vatChoices,
} from './rules.ts'

const whole = v.pipe(v.number(), v.integer())
const Kind = v.picklist(importKinds)

/** Maps a field to its column; fields of another kind are refused. */
const Columns = v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(199)))

const Counts = v.object({ added: whole, changed: whole, unchanged: whole })
export type Counts = v.InferOutput<typeof Counts>

/** `line` as a text editor counts; `field` is null where the whole line is wrong; a long `cell` is cut. */
const Fault = v.object({ line: whole, field: v.nullable(v.string()), code: v.picklist(faultCodes), cell: v.string() })
export type Fault = v.InferOutput<typeof Fault>

const Import = v.object({
  id: Id,
  kind: Kind,
  fileName: v.string(),
  state: v.picklist(['applied', 'undone']),
  by: v.string(),
  appliedAt: Instant,
  /** Null once that time is over. */
  undoableUntil: v.nullable(Instant),
  ...Counts.entries,
  /** Imported people without a password and without a valid invitation. */
  uninvited: whole,
})
export type Import = v.InferOutput<typeof Import>

const Opened = v.object({
  id: Id,
  kind: Kind,
  fileName: v.string(),
  /** The line of the headings; lines above it are ignored. */
  line: whole,
  headings: v.array(v.string()),
  /** The first lines, to recognise the columns by. */
  samples: v.array(v.array(v.string())),
  /** Proposed from the headings. */
  columns: Columns,
})
export type OpenedImport = v.InferOutput<typeof Opened>

/** A line as it would be imported, with stated and assumed values. */
const Row = v.object({
  line: whole,
  outcome: v.picklist(['added', 'changed']),
  values: v.record(v.string(), v.string()),
  /** For changed fields, their present values. */
  before: v.record(v.string(), v.string()),
  /** Fields whose values the file does not give and were taken from elsewhere. */
  assumed: v.array(v.string()),
})
export type PreviewRow = v.InferOutput<typeof Row>

/** Questions to answer before importing, since neither file nor catalogue does. */
const Unsaid = v.object({
  /** New families, whose needs are unknown. */
  families: v.array(v.object({ name: v.string(), products: whole })),
  /** New products without a column for the lead time in working days, by family. */
  leads: v.array(v.object({ name: v.string(), products: whole })),
  /** New products without a column for VAT or with an empty cell in it, by family. */
  vats: v.array(v.object({ name: v.string(), products: whole })),
  /** People without a role, counted by the role they would get. */
  managers: whole,
  doctors: whole,
  /** New products with the name of another product of the catalogue. */
  alike: v.object({
    /** Number of exact namesakes, and of those without an answer. */
    same: whole,
    open: whole,
    /** The first pairs, near namesakes included. */
    pairs: v.array(
      v.object({
        reference: v.string(),
        label: v.string(),
        known: v.object({ reference: v.string(), label: v.string() }),
        isSame: v.boolean(),
      }),
    ),
  }),
  /** Cases without a column for the status or with an empty cell in it. */
  statusless: whole,
  /** Practices without anybody who can be written to: people are invited later. */
  unaddressed: whole,
})
export type Unsaid = v.InferOutput<typeof Unsaid>

const Preview = v.object({
  ...Counts.entries,
  wrong: whole,
  /** The lines after the last fault could not be read. */
  isCutShort: v.boolean(),
  faults: v.array(Fault),
  rows: v.array(Row),
  unsaid: Unsaid,
})
export type Preview = v.InferOutput<typeof Preview>

/** By family name. */
const Needs = v.record(v.string(), v.picklist(needChoices))
export type Needs = v.InferOutput<typeof Needs>

/** In working days, by family name. */
const Leads = v.record(v.string(), v.pipe(whole, v.minValue(1), v.maxValue(longestAnsweredLead)))
export type Leads = v.InferOutput<typeof Leads>

/** By family name. */
const Vats = v.record(v.string(), v.picklist(vatChoices))
export type Vats = v.InferOutput<typeof Vats>

const NameChoice = v.picklist(nameChoices)
/** `same` answers for all exact namesakes; `lines`, by the file's reference, takes precedence for a single one. */
const Names = v.strictObject({
  same: v.optional(NameChoice),
  lines: v.optional(v.record(v.string(), NameChoice), {}),
})
export type Names = v.InferOutput<typeof Names>
const noNames: Names = { lines: {} }

/** Answers to what neither file nor catalogue says. */
export type Answers = {
  needs: Needs
  leads: Leads
  vats: Vats
  names: Names
  /** Of all cases of which the file does not say it. */
  status?: ImportedStatus | null | undefined
}

const Standing = v.object({ what: v.string(), because: v.picklist(holds) })
export type Standing = v.InferOutput<typeof Standing>

export const importCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/imports',
    needs: 'settings',
    summary: 'What has been imported, latest first, and until when it can be undone',
    /** `areMailsSent`: if false, invitations are not mailed but handed over as links. */
    reply: v.object({ data: v.array(Import), areMailsSent: v.boolean() }),
  }),
  open: endpoint({
    method: 'POST',
    path: '/api/staff/imports/:kind',
    needs: 'settings',
    summary:
      'Takes a file (CSV, or a workbook of Excel, of which the first sheet counts), and proposes what its columns say; the file that was taken before is forgotten',
    status: 201,
    creates: true,
    upload: 'file',
    reply: data(Opened),
    refusals: { ...tableRefusals, storage_unavailable: 507 },
  }),
  check: endpoint({
    method: 'PUT',
    path: '/api/staff/imports/:id/columns',
    needs: 'settings',
    summary:
      'What the file would do with its columns read so: counts, its first lines as they would be, what nothing says, and ' +
      'what is wrong in which line. Nothing is imported',
    body: v.strictObject({
      columns: Columns,
      needs: v.optional(Needs, {}),
      leads: v.optional(Leads, {}),
      vats: v.optional(Vats, {}),
      names: v.optional(Names, noNames),
      status: v.optional(v.nullable(v.picklist(importedStatuses))),
    }),
    reply: data(Preview),
    refusals: { import_over: 409, too_many_lines: 422 },
  }),
  faults: endpoint({
    method: 'GET',
    path: '/api/staff/imports/:id/faults',
    needs: 'settings',
    summary: 'What is wrong in which line, as it was checked last, as CSV in the language of the reader',
    reply: 'binary',
    refusals: { import_over: 409, import_unchecked: 409, too_many_lines: 422 },
  }),
  wrongLines: endpoint({
    method: 'GET',
    path: '/api/staff/imports/:id/wrong-lines',
    needs: 'settings',
    summary:
      'The wrong lines as they stand in the file, with what is wrong behind each, as CSV: to be corrected and imported by themselves',
    reply: 'binary',
    refusals: { import_over: 409, import_unchecked: 409, too_many_lines: 422 },
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/staff/imports/:id/application',
    needs: 'settings',
    summary:
      'Imports all of the file, or nothing of it; of a catalogue also all but its wrong lines, where it says how many those ' +
      'are. Asked again it answers what it has done',
    /** The values shown in the preview: if they differ by now, nothing is imported. */
    body: v.strictObject({
      columns: Columns,
      counts: v.strictObject(Counts.entries),
      /** Products only: the number of wrong lines shown, which are left out. */
      leftOut: v.optional(v.pipe(whole, v.minValue(0)), 0),
      needs: v.optional(Needs, {}),
      leads: v.optional(Leads, {}),
      vats: v.optional(Vats, {}),
      names: v.optional(Names, noNames),
      status: v.optional(v.nullable(v.picklist(importedStatuses))),
      /** People without a role get the one shown. */
      areRolesTaken: v.optional(v.boolean(), false),
      /** Nobody is written to unless this says so. */
      invitations: v.optional(v.picklist(['now', 'later']), 'later'),
    }),
    reply: data(Counts),
    refusals: {
      import_over: 409,
      import_unchecked: 409,
      import_faulty: 409,
      /** A question has not been answered. */
      import_unsaid: 409,
      /** Something has changed since the preview. */
      import_moved: 409,
      too_many_lines: 422,
    },
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/staff/imports/:id/invitations',
    needs: 'practices',
    summary: 'Invites everybody whom an import has brought, and who has no password and no invitation that holds',
    reply: data(v.object({ invited: whole })),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/staff/imports/:id/undo',
    needs: 'settings',
    summary:
      'Takes an import back within a day: products all or not at all (`errors` say what stands on them), of practices and ' +
      'their people whatever nobody has used since, and says what stays',
    reply: data(v.object({ stays: v.array(Standing) })),
    refusals: { undo_over: 409, undo_prevented: 409 },
  }),
}

import type { CaseQuery } from '#features/cases/list-contract.ts'
import type { InvoiceQuery } from '#features/invoices/contract.ts'
import type { ToDo } from '../contract.ts'

/** In the order in which they are told: what somebody waits for first. */
export const toDoKinds = ['questions', 'problems', 'messages', 'proFormas', 'drafts', 'scans', 'impressions'] as const
export type ToDoKind = (typeof toDoKinds)[number]

/** As many as the quick view of what is to be answered, that of drafts and the pro formas to approve hold together. */
export const allToDo = ({ cases, drafts, proFormas }: ToDo): number => cases + drafts + proFormas

/** Whether a case stands under two kinds, so that they come to more than all. */
export const isSaidTwice = (toDo: ToDo): boolean => toDoKinds.reduce((sum, kind) => sum + toDo[kind], 0) > allToDo(toDo)

/**
 * The list of cases behind each: as many as are counted. What holds a case up comes by its patient, soonest first; what came
 * from the laboratory, latest first. Drafts and pro formas have lists of their own.
 */
export const casesBehind: Record<Exclude<ToDoKind, 'drafts' | 'proFormas'>, Partial<CaseQuery>> = {
  questions: { hold: 'unanswered', sort_by: 'appointmentDate' },
  problems: { tab: 'all', waiting: 'problem' },
  messages: { tab: 'all', waiting: 'message' },
  scans: { waiting: 'scan', sort_by: 'appointmentDate' },
  impressions: { waiting: 'impression', sort_by: 'appointmentDate' },
}

/** The pro formas behind their number: nothing else waits for a practice's approval. */
export const proFormasBehind = { statuses: ['to_validate'] } as const satisfies Partial<InvoiceQuery>

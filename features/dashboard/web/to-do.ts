import type { CaseQuery } from '#features/cases/list-contract.ts'
import type { InvoiceQuery } from '#features/invoices/contract.ts'
import type { ToDo } from '../contract.ts'

/** In display order: what somebody is waiting for comes first. */
export const toDoKinds = ['questions', 'problems', 'messages', 'proFormas', 'drafts', 'scans', 'impressions'] as const
export type ToDoKind = (typeof toDoKinds)[number]

/** The sum of the quick views "to answer" and "drafts", and of the pro formas to approve. */
export const allToDo = ({ cases, drafts, proFormas }: ToDo): number => cases + drafts + proFormas

/** Whether a case is counted under two kinds, so that the kinds add up to more than the total. */
export const isSaidTwice = (toDo: ToDo): boolean => toDoKinds.reduce((sum, kind) => sum + toDo[kind], 0) > allToDo(toDo)

/**
 * The list of cases behind each kind, with as many cases as counted. What holds a case up is sorted by appointment, soonest
 * first; what the laboratory sent, latest first. Drafts and pro formas have their own lists.
 */
export const casesBehind: Record<Exclude<ToDoKind, 'drafts' | 'proFormas'>, Partial<CaseQuery>> = {
  questions: { hold: 'unanswered', sort_by: 'appointmentDate' },
  problems: { tab: 'all', waiting: 'problem' },
  messages: { tab: 'all', waiting: 'message' },
  scans: { waiting: 'scan', sort_by: 'appointmentDate' },
  impressions: { waiting: 'impression', sort_by: 'appointmentDate' },
}

/** The list behind the number of pro formas: nothing else waits for a practice's approval. */
export const proFormasBehind = { statuses: ['to_validate'] } as const satisfies Partial<InvoiceQuery>

import type { CaseQuery } from '#features/cases/list-contract.ts'
import type { ToDo } from '../contract.ts'

/** In the order in which they are told: what somebody waits for first. */
export const toDoKinds = ['questions', 'problems', 'messages', 'drafts', 'scans', 'impressions'] as const
export type ToDoKind = (typeof toDoKinds)[number]

/** As many as the quick view of what is to be answered and that of drafts hold together. */
export const allToDo = ({ cases, drafts }: ToDo): number => cases + drafts

/** Whether a case stands under two kinds, so that they come to more than all. */
export const isSaidTwice = (toDo: ToDo): boolean => toDoKinds.reduce((sum, kind) => sum + toDo[kind], 0) > allToDo(toDo)

/**
 * The list of cases behind each: as many as are counted. What holds a case up comes by its patient, soonest first; what came
 * from the laboratory, latest first. Drafts have a list of their own.
 */
export const casesBehind: Record<Exclude<ToDoKind, 'drafts'>, Partial<CaseQuery>> = {
  questions: { hold: 'unanswered', sort_by: 'appointmentDate' },
  problems: { tab: 'all', waiting: 'problem' },
  messages: { tab: 'all', waiting: 'message' },
  scans: { waiting: 'scan', sort_by: 'appointmentDate' },
  impressions: { waiting: 'impression', sort_by: 'appointmentDate' },
}

import * as v from 'valibot'
import { data, endpoint } from '#kit/contract.ts'
import { RealDay } from '#kit/input.ts'

/** Both days included; until today where no end is said, and from the first day of its year where no beginning is. */
export const StatementQuery = v.strictObject({ from: v.optional(RealDay), to: v.optional(RealDay) })
export type StatementQuery = v.InferOutput<typeof StatementQuery>

const statementRefusals = {
  /** It ends before it begins, or is longer than a year. */
  period_wrong: 422,
  /** More pieces than a statement has lines: none is left out in silence. */
  period_too_full: 422,
} as const

const days = (least: number, most: number) =>
  v.pipe(
    v.number('integer_expected'),
    v.integer('integer_expected'),
    v.minValue(least, 'too_small'),
    v.maxValue(most, 'too_large'),
  )

export const ReminderSettings = v.strictObject({
  /** Of each piece so many; none where it is 0. */
  most: days(0, 5),
  /** Days after it was due. */
  firstAfterDays: days(1, 90),
  /** Days from one to the next. */
  everyDays: days(7, 90),
})
export type ReminderSettings = v.InferOutput<typeof ReminderSettings>

/** The account of a practice. */
export const accountCalls = {
  statement: endpoint({
    method: 'GET',
    path: '/api/invoices/statement',
    needs: 'invoices',
    summary: 'The account of the practice over these days as PDF: what it owed, what came, what it owes',
    query: StatementQuery,
    views: 'account_statement_viewed',
    reply: 'binary',
    refusals: statementRefusals,
  }),
}

export const staffAccountCalls = {
  statement: endpoint({
    method: 'GET',
    path: '/api/staff/practices/:id/statement',
    needs: 'billing',
    summary: 'The account of a practice over these days as PDF',
    query: StatementQuery,
    views: 'account_statement_viewed',
    reply: 'binary',
    refusals: statementRefusals,
  }),
  reminders: endpoint({
    method: 'GET',
    path: '/api/staff/billing/reminders',
    needs: 'billing',
    summary: 'When practices are reminded of what is overdue, and how often',
    reply: data(ReminderSettings),
  }),
  setReminders: endpoint({
    method: 'PUT',
    path: '/api/staff/billing/reminders',
    needs: 'billing',
    summary: 'Chooses so, from now on',
    status: 204,
    body: ReminderSettings,
  }),
}

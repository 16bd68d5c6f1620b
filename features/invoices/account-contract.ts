import { data, endpoint } from '#kit/contract.ts'
import { ReminderSettings, StatementQuery } from './account-input.ts'

const statementRefusals = {
  /** The period ends before it begins, or exceeds a year. */
  period_wrong: 422,
  /** More entries than a statement may have; none is omitted silently. */
  period_too_full: 422,
} as const

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
}

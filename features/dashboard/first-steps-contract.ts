import * as v from 'valibot'
import { data, endpoint } from '#kit/contract.ts'

const count = v.pipe(v.number(), v.integer())

/** What a laboratory does before its first case, in the order in which one does it. */
export const firstSteps = [
  'brand',
  'catalogue',
  'prices',
  'invoicing',
  'rounds',
  'materials',
  'mails',
  'staff',
  'practices',
] as const
export type FirstStep = (typeof firstSteps)[number]

const FirstSteps = v.object({
  /** Those that are done. */
  done: v.array(v.picklist(firstSteps)),
  /** Products that are offered without a price. */
  unpriced: count,
  /** Whether mails leave this machine at all; where they do not, the step is told and not counted. */
  areMailsSent: v.boolean(),
})
export type FirstSteps = v.InferOutput<typeof FirstSteps>

export const firstStepCalls = {
  show: endpoint({
    method: 'GET',
    path: '/api/staff/first-steps',
    needs: 'settings',
    summary: 'What a laboratory does before its first case, and which of it is done',
    reply: data(FirstSteps),
  }),
}

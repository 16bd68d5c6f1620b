import * as v from 'valibot'
import { data, endpoint } from '#kit/contract.ts'

const count = v.pipe(v.number(), v.integer())

/** The steps of a laboratory before its first case, in their usual order. */
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
  /** The completed steps. */
  done: v.array(v.picklist(firstSteps)),
  /** Products on offer without a price. */
  unpriced: count,
  /** Whether this installation sends mail at all; otherwise the step is shown but not counted. */
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

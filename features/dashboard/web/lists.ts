import type { CaseQuery } from '#features/cases/list-contract.ts'
import type { Day } from '#kit/day.ts'

export const caseCards = ['deliveriesToday', 'impressionsReceived', 'delayedDeliveries'] as const
export type CaseCard = (typeof caseCards)[number]

/** The list of cases behind each card, with as many cases as the card counts. */
export const listBehind = (today: Day): Record<CaseCard, Partial<CaseQuery>> => ({
  deliveriesToday: { deliveryDateFrom: today, deliveryDateTo: today },
  impressionsReceived: { statuses: ['in_preparation'] },
  delayedDeliveries: { delivery: 'delayed' },
})

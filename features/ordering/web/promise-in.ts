import type { Problem } from '#kit/problem.ts'
import type { DeliveryPromise } from '../contract.ts'

/** What the contract puts beside the refusal. */
export function promiseIn({ details: { present } }: Problem): DeliveryPromise | null {
  const isPromise = (value: unknown): value is DeliveryPromise =>
    typeof value === 'object' && value !== null && 'deliveryDate' in value
  return isPromise(present) ? present : null
}

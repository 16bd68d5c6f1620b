import type { Problem } from '#kit/problem.ts'
import type { DeliveryPromise } from '../contract.ts'

/** The promise that the contract puts into the details of `promise_changed`. */
export function promiseIn({ details: { present } }: Problem): DeliveryPromise | null {
  const isPromise = (value: unknown): value is DeliveryPromise =>
    typeof value === 'object' && value !== null && 'deliveryDate' in value
  return isPromise(present) ? present : null
}

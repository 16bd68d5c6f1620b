import type { EnteredTransfer } from '../contract.ts'

/**
 * The ids that stand for one entry together, of one answer about what is like it: each payment of the entry's amount by itself,
 * or all as its parts.
 */
export function groupsOf(
  alike: readonly Pick<EnteredTransfer, 'id' | 'amountCents'>[],
  amountCents: number,
): string[][] {
  const ids = alike.map(({ id }) => id)
  return alike.some(each => each.amountCents === amountCents) ? ids.map(id => [id]) : [ids]
}

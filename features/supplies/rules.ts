import type { InputError } from '#kit/problem.ts'
import type { Supply, SupplyOrderStatus } from './contract.ts'

/** What is offered before anything is chosen. */
export const defaultQuantity = ({ options }: Pick<Supply, 'options'>): number => options[0] ?? 1

export type SupplyLine = { name: string; quantity: number }

/** What is wrong with a request: what the laboratory does not offer, or not in this quantity, or twice. */
export function supplyGaps(lines: readonly SupplyLine[], offered: readonly Pick<Supply, 'name' | 'options'>[]) {
  const known = new Map(offered.map(supply => [supply.name, supply]))
  return lines.flatMap(({ name, quantity }, index): InputError[] => {
    const supply = known.get(name)
    if (!supply) return [{ path: `supplies.${index}.name`, code: 'not_in_list' }]
    if (lines.findIndex(line => line.name === name) < index)
      return [{ path: `supplies.${index}.name`, code: 'repeated' }]
    // None to choose from: one is sent.
    if (quantity !== defaultQuantity(supply) && !supply.options.includes(quantity))
      return [{ path: `supplies.${index}.quantity`, code: 'not_in_list' }]
    return []
  })
}

/** What the laboratory may make of a request; each press can be taken back. */
const nextStatuses: Readonly<Record<SupplyOrderStatus, readonly SupplyOrderStatus[]>> = {
  requested: ['prepared', 'sent', 'cancelled'],
  prepared: ['sent', 'requested', 'cancelled'],
  sent: ['prepared', 'requested'],
  cancelled: ['requested', 'prepared'],
}

/** What a practice has taken back only the practice requests again. */
export const nextStatusesOf = (order: {
  status: SupplyOrderStatus
  isCancelledByPractice: boolean
}): readonly SupplyOrderStatus[] => (order.isCancelledByPractice ? [] : nextStatuses[order.status])

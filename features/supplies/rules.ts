import type { InputError } from '#kit/problem.ts'
import type { Supply, SupplyOrderStatus } from './contract.ts'

/** The initial quantity. */
export const defaultQuantity = ({ options }: Pick<Supply, 'options'>): number => options[0] ?? 1

export type SupplyLine = { name: string; quantity: number }

/** Input errors of a request: something not offered, not in this quantity, or given twice. */
export function supplyGaps(lines: readonly SupplyLine[], offered: readonly Pick<Supply, 'name' | 'options'>[]) {
  const known = new Map(offered.map(supply => [supply.name, supply]))
  return lines.flatMap(({ name, quantity }, index): InputError[] => {
    const supply = known.get(name)
    if (!supply) return [{ path: `supplies.${index}.name`, code: 'not_in_list' }]
    if (lines.findIndex(line => line.name === name) < index)
      return [{ path: `supplies.${index}.name`, code: 'repeated' }]
    // Without options, one is sent.
    if (quantity !== defaultQuantity(supply) && !supply.options.includes(quantity))
      return [{ path: `supplies.${index}.quantity`, code: 'not_in_list' }]
    return []
  })
}

/** The statuses the laboratory may set; each change can be undone. */
const nextStatuses: Readonly<Record<SupplyOrderStatus, readonly SupplyOrderStatus[]>> = {
  requested: ['prepared', 'sent', 'cancelled'],
  prepared: ['sent', 'requested', 'cancelled'],
  sent: ['prepared', 'requested'],
  cancelled: ['requested', 'prepared'],
}

/** A request cancelled by the practice can only be requested again by the practice. */
export const nextStatusesOf = (order: {
  status: SupplyOrderStatus
  isCancelledByPractice: boolean
}): readonly SupplyOrderStatus[] => (order.isCancelledByPractice ? [] : nextStatuses[order.status])

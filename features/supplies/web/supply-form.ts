import type { Supply } from '../contract.ts'

/** What is chosen, by the name that an order gives it. */
export type Form = Readonly<Record<string, { quantity: number; label: string }>>

/** What there is to choose from; one at a time where the laboratory names no quantities. */
export const quantitiesOf = ({ options }: Pick<Supply, 'options'>): readonly number[] =>
  options.length > 0 ? options : [1]

/** Whether the laboratory still offers that many; unknown while its list is. */
export function hasQuantity(offered: readonly Supply[] | undefined, name: string, quantity: number): boolean {
  const supply = offered?.find(one => one.name === name)
  return !supply || quantitiesOf(supply).includes(quantity)
}

export const without = (form: Form, name: string): Form =>
  Object.fromEntries(Object.entries(form).filter(([chosen]) => chosen !== name))

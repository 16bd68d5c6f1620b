import type { Supply } from '../contract.ts'

/** The chosen supplies, keyed by the name used in orders. */
export type Form = Readonly<Record<string, { quantity: number; label: string }>>

/** The quantities to choose from; one when the laboratory names none. */
export const quantitiesOf = ({ options }: Pick<Supply, 'options'>): readonly number[] =>
  options.length > 0 ? options : [1]

/** Whether the laboratory still offers that quantity; true until its list has loaded. */
export function hasQuantity(offered: readonly Supply[] | undefined, name: string, quantity: number): boolean {
  const supply = offered?.find(one => one.name === name)
  return !supply || quantitiesOf(supply).includes(quantity)
}

export const without = (form: Form, name: string): Form =>
  Object.fromEntries(Object.entries(form).filter(([chosen]) => chosen !== name))

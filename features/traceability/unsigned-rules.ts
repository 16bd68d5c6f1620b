import { may } from '#tenancy/rights.ts'

/** Set by the laboratory; `not_asked` also turns the warning off. */
export const unsignedShippings = ['not_asked', 'anyone', 'signers', 'administrators', 'nobody'] as const
export type UnsignedShipping = (typeof unsignedShippings)[number]

export const mayShipUnsigned = (user: Parameters<typeof may>[0], setting: UnsignedShipping): boolean => {
  if (setting === 'signers') return may(user, 'sheets')
  if (setting === 'administrators') return may(user, 'settings')
  return setting !== 'nobody'
}

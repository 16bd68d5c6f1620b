import type { VisitedPractice } from '../contract.ts'

export const placeOf = ({ address, postalCode, city }: VisitedPractice) =>
  [address, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')

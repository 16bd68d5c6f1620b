/** Columns in the shape of `Period` in `features/absences/rules.ts`. */
export const periodOfAbsence = [
  'from_on as from',
  'to_on as to',
  'from_shift as fromShift',
  'to_shift as toShift',
  'is_delivery_possible as deliveryPossible',
] as const

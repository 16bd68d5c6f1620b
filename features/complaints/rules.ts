/** Possible causes, in the order of the work. */
export const causes = [
  'prescription',
  'impression',
  'design',
  'manufacture',
  'shade',
  'material',
  'transport',
  'fitting',
  'none_found',
] as const
export type Cause = (typeof causes)[number]

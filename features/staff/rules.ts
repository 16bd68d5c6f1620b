import { rightsOf, type StaffRole } from '#tenancy/rights.ts'

/** Whether cases can be assigned to staff of this role. */
export const worksOnCases = (role: StaffRole): boolean => rightsOf({ kind: 'staff', role }).includes('production')

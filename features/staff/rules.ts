import { rightsOf, type StaffRole } from '#tenancy/rights.ts'

/** Whether cases can be in the name of somebody with this role. */
export const worksOnCases = (role: StaffRole): boolean => rightsOf({ kind: 'staff', role }).includes('production')

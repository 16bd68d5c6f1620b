import { loadText } from '#kit/web/text.tsx'
import { staffPaymentsText } from './staff-text.ts'

/** For the screens of others on which money can be given back. */
export const loadStaffPaymentsText = () => loadText(staffPaymentsText)

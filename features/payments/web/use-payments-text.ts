import { loadText, useText } from '#kit/web/text.tsx'
import { paymentsText } from './text.ts'

// For the screens of others on which something can be paid.

export const loadPaymentsText = () => loadText(paymentsText)
export const usePaymentsText = () => useText(paymentsText)

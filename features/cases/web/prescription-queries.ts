import { loadText } from '#kit/web/text.tsx'
import { prescriptionText } from './prescription-text.ts'

/** The words of tooth chart and shade picker, so that they stand with the form around them. */
export const loadPrescriptionWords = () => loadText(prescriptionText)

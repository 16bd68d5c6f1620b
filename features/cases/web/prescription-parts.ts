import { loadText } from '#kit/web/text.tsx'
import { prescriptionText } from './prescription-text.ts'

/** Teeth and shades with their words, in one file: a prescription asks for them once a product is chosen. */
export async function fetchPrescriptionParts() {
  const [{ ShadeChooser, ToothChooser }] = await Promise.all([
    import('./prescription-fields.ts'),
    loadText(prescriptionText),
  ])
  return { ShadeChooser, ToothChooser }
}

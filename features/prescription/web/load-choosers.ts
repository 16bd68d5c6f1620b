import { loadText } from '#kit/web/text.tsx'
import { prescriptionText } from './text.ts'

/** Loads the choosers of teeth and shades with their texts, in one chunk. */
export const loadChoosers = async () => {
  const [{ ShadeChooser, ToothChooser }] = await Promise.all([import('./choosers.ts'), loadText(prescriptionText)])
  return { ShadeChooser, ToothChooser }
}

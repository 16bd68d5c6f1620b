import { loadText } from '#kit/web/text.tsx'
import { prescriptionText } from './text.ts'

/** Teeth and shades with their words, in one file. */
export const loadChoosers = async () => {
  const [{ ShadeChooser, ToothChooser }] = await Promise.all([import('./choosers.ts'), loadText(prescriptionText)])
  return { ShadeChooser, ToothChooser }
}

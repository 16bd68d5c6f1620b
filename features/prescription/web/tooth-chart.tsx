import { later } from '#kit/web/later.tsx'
import { loadText } from '#kit/web/text.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { loadChoosers } from './load-choosers.ts'
import { prescriptionText } from './text.ts'

/** Loads only the texts of both choosers, so that they are ready with the surrounding form. */
export const loadPrescriptionWords = () => loadText(prescriptionText)

/** The dentist's view of the mouth, and a field for users who know the numbers by heart. */
export const ToothChart = later(() => loadChoosers().then(parts => parts.ToothChooser), {
  when: 'drawn',
  meanwhile: BlockSkeleton,
})

import { later } from '#kit/web/later.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { loadChoosers } from './load-choosers.ts'

/** A shade typed freely ("a3,5"), or picked from both VITA guides. */
export const ShadePicker = later(() => loadChoosers().then(parts => parts.ShadeChooser), {
  when: 'drawn',
  meanwhile: BlockSkeleton,
})

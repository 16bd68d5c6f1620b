import { later } from '#kit/web/later.tsx'
import { loadText } from '#kit/web/text.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { ridesText } from './text.ts'

/** With which pickup something goes, in a file of its own. */
export const PickupChoice = later(
  () => Promise.all([import('./pickup-chooser.tsx'), loadText(ridesText)]).then(([{ PickupChooser }]) => PickupChooser),
  { when: 'drawn', meanwhile: BlockSkeleton },
)

import { later } from '#kit/web/later.tsx'
import { loadText } from '#kit/web/text.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { ridesText } from './text.ts'

const load = () =>
  Promise.all([import('./pickup-chooser.tsx'), loadText(ridesText)]).then(([{ PickupChooser }]) => PickupChooser)

/** With which pickup something goes, in a file of its own. */
export const PickupChoice = later(load, { when: 'drawn', meanwhile: BlockSkeleton })

/** The same among other answers. */
export const PickupAnswers = later(load, { when: 'drawn', withoutIt: () => null })

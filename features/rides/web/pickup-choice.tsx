import { later } from '#kit/web/later.tsx'
import { loadText } from '#kit/web/text.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { ridesText } from './text.ts'

const load = () =>
  Promise.all([import('./pickup-chooser.tsx'), loadText(ridesText)]).then(([{ PickupChooser }]) => PickupChooser)

/** The choice of a pickup for something, loaded separately. */
export const PickupChoice = later(load, { when: 'drawn', meanwhile: BlockSkeleton })

/** The same among other answers, without a skeleton. */
export const PickupAnswers = later(load, { when: 'drawn', withoutIt: () => null })

import { later } from '#kit/web/later.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'

/** What follows the first form of a sign-in, and what stands in for it. */
export const LateView = later(() => import('./late-view.tsx').then(module => module.LateView), {
  when: 'drawn',
  meanwhile: BlockSkeleton,
})

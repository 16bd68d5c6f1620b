import { later } from '#kit/web/later.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'

/** Views that follow or replace the first form of a sign-in. */
export const LateView = later(() => import('./late-view.tsx').then(module => module.LateView), {
  when: 'drawn',
  meanwhile: BlockSkeleton,
})

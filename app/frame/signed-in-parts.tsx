import { useEffect } from 'react'
import { FollowBrand } from '#features/brand/web/follow-brand.tsx'
import { LiveScreens } from '#features/live/web/live-screens.tsx'
import { ComeBack } from '#kit/web/come-back.tsx'
import type { FocusPlaces } from '#kit/web/focus-places.ts'
import { keepFocus } from '#kit/web/keep-focus.ts'
import { UnsavedQuestion } from '#kit/web/unsaved-question.tsx'

/** What the frame holds and nobody sees at first. */
export function SignedInParts({ focus }: { focus: FocusPlaces }) {
  useEffect(() => keepFocus(focus), [focus])
  // The application has settled: what the page said is drawn sparingly at first (kit/web/ui/table.css).
  useEffect(() => document.documentElement.classList.remove('fresh'), [])
  return (
    <>
      <UnsavedQuestion />
      <ComeBack />
      <LiveScreens />
      <FollowBrand />
    </>
  )
}

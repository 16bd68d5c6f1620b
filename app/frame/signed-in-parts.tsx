import { useEffect } from 'react'
import { Awaited } from '#features/auth/web/awaited.tsx'
import { FollowBrand } from '#features/brand/web/follow-brand.tsx'
import { LiveScreens } from '#features/live/web/live-screens.tsx'
import { ComeBack } from '#kit/web/come-back.tsx'
import type { FocusPlaces } from '#kit/web/focus-places.ts'
import { keepFocus } from '#kit/web/keep-focus.ts'
import { keepPresses } from '#kit/web/keep-presses.ts'
import { readRows } from '#kit/web/read-rows.ts'
import '#kit/web/ui/late.css'
import { UnsavedQuestion } from '#kit/web/unsaved-question.tsx'

/**
 * Freshly loaded lists are drawn with deferred rendering (kit/web/ui/table.css, features/cases/web/staff-board.css); this lifts
 * it from a few cards at a time, so that no key press waits for all.
 */
function settle() {
  const cards = [...document.querySelectorAll<HTMLElement>('.fresh :is(.table tbody tr, .board__card)')]
  const next = () => {
    for (const card of cards.splice(0, 3)) card.style.contentVisibility = 'visible'
    if (cards.length > 0) requestAnimationFrame(() => setTimeout(next))
    else document.documentElement.classList.remove('fresh')
  }
  next()
}

/** Parts of the frame that are not visible at first. */
export function SignedInParts({ focus }: { focus: FocusPlaces }) {
  useEffect(() => keepFocus(focus), [focus])
  useEffect(keepPresses, [])
  useEffect(settle, [])
  useEffect(readRows, [])
  return (
    <>
      <Awaited />
      {/* Also above the cover of the signed-out screen (features/auth/web/awaited.css). */}
      <UnsavedQuestion />
      <ComeBack />
      <LiveScreens />
      <FollowBrand />
    </>
  )
}

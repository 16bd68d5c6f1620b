import { useEffect } from 'react'
import { useUser } from '#features/auth/web/use-user.ts'
import { LiveScreens } from '#features/live/web/live-screens.tsx'
import { ComeBack } from '#kit/web/come-back.tsx'
import type { FocusPlaces } from '#kit/web/focus-places.ts'
import { keepFocus } from '#kit/web/keep-focus.ts'
import { UnsavedQuestion } from '#kit/web/unsaved-question.tsx'

/** What the frame holds and nobody sees at first. */
export function PortalParts({ focus }: { focus: FocusPlaces }) {
  const user = useUser()
  useEffect(() => keepFocus(focus), [focus])
  return (
    <>
      <UnsavedQuestion />
      <ComeBack />
      {user?.kind === 'practice' && <LiveScreens />}
    </>
  )
}

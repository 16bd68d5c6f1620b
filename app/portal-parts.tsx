import { LiveScreens } from '#features/live/web/live-screens.tsx'
import { ComeBack } from '#kit/web/come-back.tsx'
import { UnsavedQuestion } from '#kit/web/unsaved-question.tsx'

/** What the frame holds and nobody sees at first. */
export function PortalParts() {
  return (
    <>
      <UnsavedQuestion />
      <ComeBack />
      <LiveScreens />
    </>
  )
}

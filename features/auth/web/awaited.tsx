import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { unsavedForms } from '#kit/web/unsaved-forms.ts'
import './awaited.css'
import { session } from './browser-session.ts'
import { coverPage } from './cover-page.ts'
import { authText } from './text.ts'
import type { SignedInUser } from './token.ts'
import { useSessionEnd, useUser } from './use-user.ts'

const SignInAgain = later(() => import('./sign-in-again.tsx').then(module => module.SignInAgain), { when: 'drawn' })

function giveUp() {
  if (session.user() || !session.shown()) return
  // If the server was unreachable the session is still valid: sign out there, so that the next person at the screen cannot use
  // it.
  if (session.end() === 'unreachable') session.leave().catch(() => undefined)
  else session.hearMark('left')
}

/**
 * A user whose session ended while writing signs in on the spot and finds the text again. The text is given up with the screens
 * around it, or when somebody else signs in.
 */
export function Awaited() {
  const user = useUser()
  const present = useSyncExternalStore(session.subscribe, session.user)
  const [owner] = useState(user)
  const isGivenUp = present?.id !== owner?.id && (present !== null || user === null)
  useEffect(() => giveUp, [])
  useEffect(() => {
    // So that the browser does not ask about leaving.
    if (isGivenUp) unsavedForms.clear()
  }, [isGivenUp])
  const isAway = owner !== null && present?.id !== owner.id
  // Stays covered while the next page loads.
  const [isCovered, setCovered] = useState(false)
  if (isAway && user && !isCovered) setCovered(true)
  return isAway && isCovered && <Cover owner={owner} isGivenUp={isGivenUp} />
}

/**
 * Hides the screen, from printing too, until its user is back: somebody else may be at the screen, for whom the page is reloaded
 * (app/frame/follow-session.tsx). Not lazily loaded, because there may be no network.
 */
function Cover({ owner, isGivenUp }: { owner: SignedInUser; isGivenUp: boolean }) {
  const { login } = useText(authText)
  const end = useSessionEnd()
  const queries = useQueryClient()
  useLayoutEffect(() => {
    const uncover = coverPage({ isBack: () => session.user() !== null })
    return () => {
      uncover()
      // Requests made meanwhile were refused.
      void queries.invalidateQueries()
    }
  }, [queries])
  if (isGivenUp) return null
  return (
    <div className="awaited">
      <p role="status">{(end === 'ended' || end === 'unreachable') && login[end]}</p>
      <SignInAgain user={owner} onGiveUp={giveUp} />
    </div>
  )
}

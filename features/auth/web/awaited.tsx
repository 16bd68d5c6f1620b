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
  // Where nobody answered, the session is still good for whoever comes next, until the server hears that it is over.
  if (session.end() === 'unreachable') session.leave().catch(() => undefined)
  else session.hearMark('left')
}

/**
 * Whoever was writing as the session ended signs in where they are, and what they wrote is still there. It is given up with
 * the screens around it, or where somebody else comes.
 */
export function Awaited() {
  const user = useUser()
  const present = useSyncExternalStore(session.subscribe, session.user)
  const [owner] = useState(user)
  const isGivenUp = present?.id !== owner?.id && (present !== null || user === null)
  useEffect(() => giveUp, [])
  useEffect(() => {
    // The browser asks nobody any more whether they want to stay.
    if (isGivenUp) unsavedForms.clear()
  }, [isGivenUp])
  const isAway = owner !== null && present?.id !== owner.id
  // Also while the page after it is on its way.
  const [isCovered, setCovered] = useState(false)
  if (isAway && user && !isCovered) setCovered(true)
  return isAway && isCovered && <Cover owner={owner} isGivenUp={isGivenUp} />
}

/**
 * Out of sight, on paper too, until they are back: whoever comes to the screen meanwhile may be somebody else, for whom it is
 * loaded anew (app/frame/follow-session.tsx). It is there without a network, which the form may have to wait for.
 */
function Cover({ owner, isGivenUp }: { owner: SignedInUser; isGivenUp: boolean }) {
  const { login } = useText(authText)
  const end = useSessionEnd()
  const queries = useQueryClient()
  useLayoutEffect(() => {
    const uncover = coverPage({ isBack: () => session.user() !== null })
    return () => {
      uncover()
      // What was asked for meanwhile was refused.
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

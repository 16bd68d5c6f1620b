import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { later } from '#kit/web/later.tsx'
import { session } from './browser-session.ts'
import { useUser } from './use-user.ts'

const SignInAgain = later(() => import('./sign-in-again.tsx').then(module => module.SignInAgain), { when: 'drawn' })

/**
 * Whoever was writing as the session ended signs in where they are, and what they wrote is still there. It is given up with
 * the screens around it.
 */
export function Awaited() {
  const queries = useQueryClient()
  const user = useUser()
  const isAwaited = useSyncExternalStore(session.subscribe, session.user) === null
  useEffect(() => session.giveUp, [])
  useEffect(() => {
    if (!isAwaited) return
    // What was asked for meanwhile was refused.
    return () => void queries.invalidateQueries()
  }, [isAwaited, queries])
  return isAwaited && user && <SignInAgain user={user} />
}

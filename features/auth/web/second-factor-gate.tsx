import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Problem } from '#kit/problem.ts'
import { later } from '#kit/web/later.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { presentUser, updateUser, useUser } from './use-user.ts'

const OwedSecondFactor = later(() => import('./owed-second-factor.tsx').then(module => module.OwedSecondFactor), {
  when: 'drawn',
  meanwhile: BlockSkeleton,
})

/** The screens of the laboratory's people, or the one thing they can do where a second factor is demanded that they owe. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const user = useUser()
  const owes = user?.kind === 'staff' && user.owesSecondFactor
  // What it shows is seen once: it stays until it has been read, though nothing is owed any more.
  const [isShown, setShown] = useState(false)
  useNewDemand()
  useOpening(owes)
  if (!owes && !isShown) return children
  return <OwedSecondFactor onBegin={() => setShown(true)} onEnd={() => setShown(false)} />
}

/** It may be demanded from one call to the next: a token that says so. */
function useNewDemand() {
  const queries = useQueryClient()
  useEffect(
    () =>
      queries.getQueryCache().subscribe(event => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        const { error } = event.action
        if (error instanceof Problem && error.code === 'second_factor_required')
          void updateUser().catch(() => undefined)
      }),
    [queries],
  )
}

/** What was refused until now is asked again, by whoever is still here. */
function useOpening(owes: boolean) {
  const queries = useQueryClient()
  useEffect(() => {
    if (!owes) return
    return () => {
      if (presentUser()) void queries.resetQueries()
    }
  }, [owes, queries])
}

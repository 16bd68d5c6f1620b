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

/** The staff's screens or, while they owe a demanded second factor, only its setup. */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const user = useUser()
  const owes = user?.kind === 'staff' && user.owesSecondFactor
  // The recovery codes are shown once, so the dialog stays until closed, even when nothing is owed any more.
  const [isShown, setShown] = useState(false)
  useNewDemand()
  useOpening(owes)
  if (!owes && !isShown) return children
  return <OwedSecondFactor onBegin={() => setShown(true)} onEnd={() => setShown(false)} />
}

/** A demand may begin between two requests: fetches a token that says so. */
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

/** Refetches what was refused until now, for the same user. */
function useOpening(owes: boolean) {
  const queries = useQueryClient()
  useEffect(() => {
    if (!owes) return
    return () => {
      if (presentUser()) void queries.resetQueries()
    }
  }, [owes, queries])
}

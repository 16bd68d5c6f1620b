import { useState } from 'react'
import { Problem } from '#kit/problem.ts'
import type { CaseStatus } from '../contract.ts'
import type { Meanwhile } from '../staff-contract.ts'

/** The status from which a case is moved, updated when a refusal tells the current one, so that the next press works. */
export function useFrom(status: CaseStatus) {
  const [from, setFrom] = useState(status)
  const learn = (error: unknown): never => {
    if (error instanceof Problem && error.code === 'changed_meanwhile')
      setFrom((error.details.present as Meanwhile).status)
    throw error
  }
  return { from, learn }
}

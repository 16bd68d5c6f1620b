import { useState } from 'react'
import { Problem } from '#kit/problem.ts'
import type { CaseStatus } from '../contract.ts'
import type { Meanwhile } from '../staff-contract.ts'

/** From where a case is moved: once a refusal has said where it is now, the next press is from there. */
export function useFrom(status: CaseStatus) {
  const [from, setFrom] = useState(status)
  const learn = (error: unknown): never => {
    if (error instanceof Problem && error.code === 'changed_meanwhile')
      setFrom((error.details.present as Meanwhile).status)
    throw error
  }
  return { from, learn }
}

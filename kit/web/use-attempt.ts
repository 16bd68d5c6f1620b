import { useState } from 'react'

type Progress = { isPending: boolean; error?: unknown }

/** Work started by a press: whether it is pending, and why it failed. `run` resolves with whether it succeeded. */
export function useAttempt<Given extends unknown[]>(work: (...given: Given) => Promise<unknown>) {
  const [{ isPending, error }, setProgress] = useState<Progress>({ isPending: false })

  async function run(...given: Given): Promise<boolean> {
    setProgress({ isPending: true })
    try {
      await work(...given)
      setProgress({ isPending: false })
      return true
    } catch (error) {
      setProgress({ isPending: false, error })
      return false
    }
  }

  return { run, isPending, error }
}

import { useEffect, useState } from 'react'

/** Milliseconds: something newer was not meant by a second press. */
const sight = 500

/** Whether the surrounding element has been visible long enough to be noticed. */
export function useInSight(): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setInSight, sight, true)
    return () => clearTimeout(timer)
  }, [])
  return isInSight
}

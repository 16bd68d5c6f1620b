import { useEffect, useState } from 'react'

/** What has only just come was not meant by a second press. */
const sight = 500

/** Whether what this stands in has been there for as long as it takes to see that it has come. */
export function useInSight(): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setInSight, sight, true)
    return () => clearTimeout(timer)
  }, [])
  return isInSight
}

import { useEffect, useState } from 'react'

/** The value once it has not changed for `milliseconds`; until then the one before. Values that are equal as text are one. */
export function useRested(value: string, milliseconds: number): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return rested
}

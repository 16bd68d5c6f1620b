import { useEffect } from 'react'
import { keepFocus } from './keep-focus.ts'

/** Draws nothing. */
export function FocusKeeper() {
  useEffect(keepFocus, [])
  return null
}

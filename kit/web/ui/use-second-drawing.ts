import type { RouterHistory } from '@tanstack/react-router'
import { startTransition, useEffect, useState } from 'react'
import { findPicture } from '../early.ts'

let isReturn = false

/** By the router's own word: a listener of the browser's event comes after it, and the screen is drawn by then. */
export const followSteps = (history: RouterHistory) =>
  history.subscribe(({ action: { type } }) => {
    isReturn = type !== 'PUSH' && type !== 'REPLACE'
  })

/** A picture is whole, and taken over as it stands; and who comes back finds the place where they were. */
const isAllAtOnce = () => isReturn || !globalThis.history || findPicture() !== null

/** False in the first drawing of a screen that somebody has gone to; true once that has been painted. */
export function useSecondDrawing(): boolean {
  const [isSecond, begin] = useState(isAllAtOnce)
  useEffect(() => {
    if (!isSecond) requestAnimationFrame(() => startTransition(() => begin(true)))
  }, [isSecond])
  return isSecond
}

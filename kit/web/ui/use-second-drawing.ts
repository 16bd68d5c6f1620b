import type { RouterHistory } from '@tanstack/react-router'
import { startTransition, useEffect, useState } from 'react'
import { findPicture } from '../early.ts'

let isReturn = false

/** By the router's history: a listener on the browser's event would run after the screen is drawn. */
export const followSteps = (history: RouterHistory) =>
  history.subscribe(({ action: { type } }) => {
    isReturn = type !== 'PUSH' && type !== 'REPLACE'
  })

/** A server-rendered page is complete and replaced as it is; and on a return the scroll position needs the whole page. */
const isAllAtOnce = () => isReturn || !globalThis.history || findPicture() !== null

/** False in the first drawing of a screen after navigation; true once that has been painted. */
export function useSecondDrawing(): boolean {
  const [isSecond, begin] = useState(isAllAtOnce)
  useEffect(() => {
    if (!isSecond) requestAnimationFrame(() => startTransition(() => begin(true)))
  }, [isSecond])
  return isSecond
}

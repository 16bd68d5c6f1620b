import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { isNowhere } from './is-nowhere.ts'

/**
 * For label readers, which type without anybody looking at the focus: typing while nothing has the focus goes into the
 * field, from the first character. The field has the focus from the start.
 */
export function useLabelReader(field: RefObject<HTMLInputElement | null>) {
  // A layout effect, because the screen may only have been hidden (when the reader left for a case that had not loaded
  // fully): plain effects are not run again then.
  useLayoutEffect(() => field.current?.focus(), [field])
  useEffect(() => {
    field.current?.focus()
    const receive = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      // The character is delivered after this event, to the element focused by then.
      if (isNowhere() && key.length === 1 && !ctrlKey && !metaKey && !altKey) field.current?.focus()
    }
    addEventListener('keydown', receive)
    return () => removeEventListener('keydown', receive)
  }, [field])
}

import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { isNowhere } from './is-nowhere.ts'

/**
 * A reader of labels types, and whoever holds it does not look where: what comes while nothing has the focus goes into the field,
 * from its first character on. The field has the focus from the start.
 */
export function useLabelReader(field: RefObject<HTMLInputElement | null>) {
  // Also where the screen was only put away, for a case that one has left before all of it had come: effects of the other kind
  // stay then.
  useLayoutEffect(() => field.current?.focus(), [field])
  useEffect(() => {
    field.current?.focus()
    const receive = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      // The character itself comes after this event, to what has the focus by then.
      if (isNowhere() && key.length === 1 && !ctrlKey && !metaKey && !altKey) field.current?.focus()
    }
    addEventListener('keydown', receive)
    return () => removeEventListener('keydown', receive)
  }, [field])
}

import { type RefObject, useEffect } from 'react'
import { isNowhere } from './is-nowhere.ts'

/**
 * A reader of labels types, and whoever holds it does not look where: what comes while nothing has the focus goes into the field,
 * from its first character on. The field has the focus from the start.
 */
export function useLabelReader(field: RefObject<HTMLInputElement | null>) {
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

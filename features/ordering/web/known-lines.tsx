import type { ReactNode } from 'react'
import { useText } from '#kit/web/text.tsx'
import { reviewText } from './review-text.ts'
import type { useKnownPatient } from './use-known-patient.ts'

/** The `list` of the field of the code. */
export const knownList = 'known-patients'

type KnownLinesProps = ReturnType<typeof useKnownPatient> & {
  /** What is under way for the patient, and the way there. */
  children: ReactNode
}

/** Of both forms: the codes that are known, what is under way, and another name under the same code. */
export function KnownLines({ patients, other, children }: KnownLinesProps) {
  const t = useText(reviewText)
  return (
    <>
      <datalist id={knownList}>
        {patients.map(known => (
          <option key={known.code} value={known.code}>
            {known.name}
          </option>
        ))}
      </datalist>
      <p role="status" className={children ? undefined : 'visually-hidden'}>
        {children}
      </p>
      <p role="status" className={other ? 'tone--warn' : 'visually-hidden'}>
        {other && t.otherName(other.code, other.name, other.order)}
      </p>
    </>
  )
}

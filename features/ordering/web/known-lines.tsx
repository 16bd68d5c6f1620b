import type { ReactNode } from 'react'
import { useText } from '#kit/web/text.tsx'
import { reviewText } from './review-text.ts'
import type { useKnownPatient } from './use-known-patient.ts'

/** The `list` attribute of the code field. */
export const knownList = 'known-patients'

type KnownLinesProps = ReturnType<typeof useKnownPatient> & {
  /** The patient's cases in progress, with a link. */
  children: ReactNode
}

/** Shared by both forms: known codes, cases in progress, and a different name under the same code. */
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

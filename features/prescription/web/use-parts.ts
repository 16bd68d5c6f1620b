import { use } from 'react'
import { loadText } from '#kit/web/text.tsx'
import { prescriptionText } from './text.ts'

type Parts = Pick<typeof import('./choosers.ts'), 'ShadeChooser' | 'ToothChooser'>

let coming: Promise<Parts> | undefined
let hasFailed = false

function load(): Promise<Parts> {
  hasFailed = false
  const parts: Promise<Parts> = Promise.all([import('./choosers.ts'), loadText(prescriptionText)]).then(
    ([found]) => {
      // What `use` looks for: from now on it answers at once.
      Object.assign(parts, { status: 'fulfilled', value: found })
      return found
    },
    (error: unknown) => {
      hasFailed = true
      throw error
    },
  )
  coming = parts
  return parts
}

/** Teeth and shades with their words, in one file: asked for before a product is chosen, and again after a failure. */
export const fetchPrescriptionParts = () => (coming && !hasFailed ? coming : load())

export function usePrescriptionParts() {
  // There is one answer at a time, and it changes: a memoised one would go stale.
  'use no memo'
  return use(coming ?? load())
}

/** The words of both alone, so that they stand with the form around them. */
export const loadPrescriptionWords = () => loadText(prescriptionText)

import type { Entry } from './entry.ts'

/** What each part of the form is given: what it shows, how to change it, what is wrong with its fields. */
export type SectionProps<Shown> = {
  entry: Shown
  change: (changes: Partial<Entry>) => void
  faultAt: (path: string) => string | undefined
}

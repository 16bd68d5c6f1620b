import { ChangedPractice } from '#features/practices/input.ts'

/** Of the page of a practice what its form sends back; all else on it is reckoned, or changed in another place. */
export const settingsOf = (page: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(ChangedPractice.entries).map(name => [name, page[name]]))

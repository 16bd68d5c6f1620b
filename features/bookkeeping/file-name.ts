import type { Period } from '#kit/period.ts'
import type { Journal } from './rules.ts'

type Taken = Period & { journal?: Journal | undefined }

const ofJournal: Record<Journal, string> = { salesJournal: '-ventes', paymentsJournal: '-reglements' }

/** In French for every user, like its content: the file goes to a French accountant. */
export const entriesFileName = ({ from, to, journal }: Taken, laboratory: string) =>
  `${laboratory.trim().replace(/[^\p{L}\p{N}]+/gu, '-')}-ecritures${journal ? ofJournal[journal] : ''}-${from}-${to}.txt`

import type { Language } from '#kit/language.ts'
import { Problem } from '#kit/problem.ts'

const sheetNames: Record<Language, string> = { fr: 'fiche-de-tracabilite', en: 'traceability-sheet' }

/** The document's file name: only the case's code, in characters that every system accepts. */
export const traceabilitySheetName = (code: string, language: Language): string =>
  `${[sheetNames[language], plainName(code)].filter(Boolean).join('-')}.pdf`

export const plainName = (code: string): string =>
  code
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')

/** The checks before a device leaves (ISO 13485, 8.2.6): the same points for everybody, so that none is forgotten. */
export const releasePoints = ['prescription', 'fit', 'contacts', 'shade', 'surface', 'cleaning'] as const

/** Why a sheet cannot be signed yet, in the order in which the user resolves them. */
export const sheetGaps = [
  'statement_too_early',
  'manufacturer_incomplete',
  'materials_missing',
  'lot_blocked',
  'release_check_missing',
] as const
export type SheetGap = (typeof sheetGaps)[number]

type Facts = {
  status: string
  hasMakersAddress: boolean
  products: readonly { caseSequence: number; materials: readonly { isBlocked: boolean }[] }[]
  /** Checked for the version that would be signed next. */
  isReleased: boolean
}

const begun = ['in_production', 'shipped', 'delivered', 'invoiced']

/** The gaps; those of a product carry its `caseSequence`. */
export function gapsOf({ status, hasMakersAddress, products, isReleased }: Facts) {
  const gaps: { code: SheetGap; caseSequence?: number }[] = []
  if (!begun.includes(status) || products.length === 0) gaps.push({ code: 'statement_too_early' })
  if (!hasMakersAddress) gaps.push({ code: 'manufacturer_incomplete' })
  for (const { caseSequence, materials } of products) {
    if (materials.length === 0) gaps.push({ code: 'materials_missing', caseSequence })
    else if (materials.some(({ isBlocked }) => isBlocked)) gaps.push({ code: 'lot_blocked', caseSequence })
  }
  if (!isReleased) gaps.push({ code: 'release_check_missing' })
  return gaps
}

/** Whether the gap that caused a refusal has been resolved since. */
export const isPutRight = (refused: unknown, gaps: readonly { code: SheetGap }[]): boolean =>
  refused instanceof Problem &&
  sheetGaps.some(gap => gap === refused.code) &&
  gaps.every(({ code }) => code !== refused.code)

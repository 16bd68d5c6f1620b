import type { Language } from '#kit/language.ts'
import { Problem } from '#kit/problem.ts'

const sheetNames: Record<Language, string> = { fr: 'fiche-de-tracabilite', en: 'traceability-sheet' }

/** Of the document: the code and nothing else of the case, in the letters that every system takes in a file name. */
export const traceabilitySheetName = (code: string, language: Language): string =>
  `${[sheetNames[language], plainName(code)].filter(Boolean).join('-')}.pdf`

export const plainName = (code: string): string =>
  code
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')

/** What is looked at before a device leaves (ISO 13485, 8.2.6): the same points for everybody, so that none is forgotten. */
export const releasePoints = ['prescription', 'fit', 'contacts', 'shade', 'surface', 'cleaning'] as const

/** Why a sheet cannot be signed yet, in the order in which one does something about it. */
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
  /** For the version that would be signed next. */
  isReleased: boolean
}

const begun = ['in_production', 'shipped', 'delivered', 'invoiced']

/** A gap of a product says of which. */
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

/** Whether what was refused for a gap has lost its reason since: the sheet has no such gap any more. */
export const isPutRight = (refused: unknown, gaps: readonly { code: SheetGap }[]): boolean =>
  refused instanceof Problem &&
  sheetGaps.some(gap => gap === refused.code) &&
  gaps.every(({ code }) => code !== refused.code)

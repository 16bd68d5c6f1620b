import type { Language } from '#kit/language.ts'

const sheetNames: Record<Language, string> = { fr: 'fiche-de-tracabilite', en: 'traceability-sheet' }

/** Of the document: the code and nothing else of the case, in the letters that every system takes in a file name. */
export function traceabilitySheetName(code: string, language: Language): string {
  const plain = code
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
  return `${[sheetNames[language], plain].filter(Boolean).join('-')}.pdf`
}

import type { Language } from '#kit/language.ts'
import type { AttachmentType } from './contract.ts'

const types: Readonly<Record<string, AttachmentType>> = {
  jpg: 'jpg',
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  pdf: 'pdf',
  stl: 'stl',
  ply: 'ply',
  obj: 'obj',
  '3mf': '3mf',
}

/** The type by extension; undefined for types that may not be attached. The bytes must match it. */
export function typeOfName(name: string): AttachmentType | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(types, extension) ? types[extension] : undefined
}

/** Archives are unpacked in the browser, and their files attached. */
export const isArchive = (name: string) => /\.zip$/i.test(name)

export const acceptedExtensions = Object.keys(types).map(extension => `.${extension}`)

export const isPhoto = (type: AttachmentType): type is 'jpg' | 'png' | 'webp' =>
  type === 'jpg' || type === 'png' || type === 'webp'
/** Files that show a mouth in three dimensions, and so have a role. */
export const hasRole = (type: AttachmentType) => isScan(type) || type === '3mf'

/** Surfaces that the viewer can show and the browser can compress. */
export const isScan = (type: AttachmentType): type is 'stl' | 'ply' | 'obj' =>
  type === 'stl' || type === 'ply' || type === 'obj'

/**
 * "4,2 Mo"; "4.2 MB". By thousands, as phones and computers count. Use `up` for sizes over a limit, so that they never read as
 * the limit itself, and `whole` for the limit: what it says is always taken.
 */
export function formatSize(bytes: number, language: Language, round: 'near' | 'up' | 'whole' = 'near'): string {
  const units = { fr: ['o', 'ko', 'Mo'], en: ['B', 'kB', 'MB'] }[language]
  const step = bytes < 1000 ? 0 : bytes < 999_500 ? 1 : 2
  const digits = step === 2 && round !== 'whole' ? 1 : 0
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB'
  const roundingMode = ({ near: 'halfExpand', up: 'ceil', whole: 'floor' } as const)[round]
  return `${(bytes / 1000 ** step).toLocaleString(locale, { maximumFractionDigits: digits, roundingMode })}\u00a0${units[step]}`
}

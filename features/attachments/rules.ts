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

/** What the name says the file is; undefined for what may not be attached. The bytes must agree. */
export function typeOfName(name: string): AttachmentType | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(types, extension) ? types[extension] : undefined
}

export const acceptedExtensions = Object.keys(types).map(extension => `.${extension}`)

export const isPhoto = (type: AttachmentType) => type === 'jpg' || type === 'png' || type === 'webp'
/** Surfaces that the viewer can turn and the browser can compress. */
export const isScan = (type: AttachmentType): type is 'stl' | 'ply' | 'obj' =>
  type === 'stl' || type === 'ply' || type === 'obj'

/** "4,2 Mo"; "4.2 MB". Millions, as the file managers of phones and Macs count. */
export function formatSize(bytes: number, language: Language): string {
  const units = { fr: ['o', 'ko', 'Mo'], en: ['B', 'kB', 'MB'] }[language]
  const step = bytes < 1000 ? 0 : bytes < 999_500 ? 1 : 2
  const digits = step === 2 ? 1 : 0
  const number = (bytes / 1000 ** step).toLocaleString(language === 'fr' ? 'fr-FR' : 'en-GB', {
    maximumFractionDigits: digits,
  })
  return `${number} ${units[step]}`
}

import type { Language } from '#kit/language.ts'
import type { Sector } from './contract.ts'

/** Position along the arch as seen by the dentist, patient's right first; 11 and 21 are neighbours (FDI, ISO 3950). */
function placeOf(tooth: number): { arch: number; place: number } {
  const quadrant = Math.floor(tooth / 10)
  const fromMidline = tooth % 10
  const isDeciduous = quadrant > 4
  const isPatientsRight = [1, 4, 5, 8].includes(quadrant)
  const isUpper = [1, 2, 5, 6].includes(quadrant)
  return {
    arch: (isUpper ? 0 : 2) + (isDeciduous ? 1 : 0),
    place: isPatientsRight ? 1 - fromMidline : fromMidline,
  }
}

export function inArchOrder(teeth: readonly number[]): number[] {
  return [...new Set(teeth)].sort((a, b) => {
    const [first, second] = [placeOf(a), placeOf(b)]
    return first.arch - second.arch || first.place - second.place
  })
}

/** Unbroken runs of neighbours, across the midline but never from one arch to another. */
export function toothRuns(teeth: readonly number[]): number[][] {
  const runs: number[][] = []
  let before: { arch: number; place: number } | undefined
  for (const tooth of inArchOrder(teeth)) {
    const here = placeOf(tooth)
    if (before && before.arch === here.arch && before.place + 1 === here.place) runs.at(-1)?.push(tooth)
    else runs.push([tooth])
    before = here
  }
  return runs
}

/** "13–23", "24, 26", "11, 21, 46–48". */
export const formatTeeth = (teeth: readonly number[]): string =>
  toothRuns(teeth)
    .map(run => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run.join(', ')))
    .join(', ')

/** Guides write "A3.5"; the French read "A3,5". Shades of other guides stay unchanged. */
export const formatShade = (shade: string, language: Language): string =>
  language === 'fr' && /^([A-D]\d|\d[LMR]\d)\.5$/.test(shade) ? shade.replace('.', ',') : shade

/** One product for the summary, named in the reader's language. */
export type Work = {
  one: string
  many: string
  quantity: number
  teeth: readonly number[]
  shade: string | null
  sector: Sector | null
}

/** For use within a sentence: "upper arch". */
export const formatSector = (sector: Sector, language: Language): string => sectorWords[language][sector]

const sectorWords: Record<Language, Record<Sector, string>> = {
  fr: { upper: 'arcade sup.', lower: 'arcade inf.', both: 'haut et bas', archs: 'arcades complètes' },
  en: { upper: 'upper arch', lower: 'lower arch', both: 'upper and lower', archs: 'full arches' },
}
const andMore: Record<Language, (count: number) => string> = {
  fr: count => `${count} autres`,
  en: count => `${count} more`,
}

/** The work in one line: "Bridge 13–23 · A3,5", "Couronnes zircone 24, 26 · A2 + Inlay-core 45". */
export function summarize(works: readonly Work[], language: Language): string {
  const alike = new Map<string, Work>()
  for (const work of works) {
    const key = JSON.stringify([work.one, work.shade, work.sector])
    const before = alike.get(key)
    alike.set(
      key,
      before ? { ...work, quantity: before.quantity + work.quantity, teeth: [...before.teeth, ...work.teeth] } : work,
    )
  }
  const lines = [...alike.values()].map(work => summarizeOne(work, language))
  if (lines.length <= 2) return lines.join(' + ')
  return `${lines[0]} + ${andMore[language](lines.length - 1)}`
}

function summarizeOne({ one, many, quantity, teeth, shade, sector }: Work, language: Language): string {
  const shadeWords = shade ? ` · ${formatShade(shade, language)}` : ''
  // A framework of many teeth is one piece.
  if (teeth.length > 0) return `${quantity > 1 ? many : one} ${formatTeeth(teeth)}${shadeWords}`
  const name = quantity > 1 ? `${quantity} × ${many}` : one
  return `${name}${sector ? `, ${sectorWords[language][sector]}` : ''}${shadeWords}`
}

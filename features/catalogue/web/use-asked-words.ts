import { useText } from '#kit/web/text.tsx'
import type { ProductFacts } from '../input.ts'
import { staffCatalogueText } from './staff-text.ts'

/** A line that tells what a product asks of a prescription: "dents, teinte (si souhaité)". */
export function useAskedWords() {
  const { asks: t } = useText(staffCatalogueText)
  return ({ teeth, minimumTeeth, sector, shade, implant }: ProductFacts): string => {
    const needs = [
      ['teeth', teeth],
      ['sector', sector],
      ['shade', shade],
      ['implant', implant],
    ] as const
    const words = needs.flatMap(([what, need]) => {
      if (need === 'none') return []
      if (need === 'run') return [t.run(minimumTeeth)]
      return [need === 'optional' ? t.optional(t[what]) : t[what]]
    })
    return words.length > 0 ? words.join(', ') : t.nothing
  }
}

import type { Language } from '#kit/language.ts'

/** What the bench makes a work of, as a laboratory of each language has it in its register. */
export type Material = { name: Record<Language, string>; maker: string; standard: string }

const material = (fr: string, en: string, maker: string, standard: string): Material => ({
  name: { fr, en },
  maker,
  standard,
})

const ofPlastics = ['Dreve Dentamid', 'EN ISO 20795-1:2013'] as const

export const zirconia = material(
  'Zircone multicouche 4Y',
  'Multilayer zirconia 4Y',
  'Kuraray Noritake',
  'EN ISO 6872:2024',
)
export const disilicate = material(
  'Disilicate de lithium',
  'Lithium disilicate',
  'Ivoclar Vivadent',
  'EN ISO 6872:2024',
)
export const cobaltChrome = material('Alliage CoCr', 'CoCr alloy', 'Bego', 'EN ISO 22674:2022')
export const veneeredCobaltChrome = material(
  'Alliage CoCr, céramique feldspathique',
  'CoCr alloy, feldspathic ceramic',
  'Bego, VITA Zahnfabrik',
  'EN ISO 9693:2019',
)
export const titanium = material('Titane grade 5', 'Titanium grade 5', 'Zirkonzahn', 'ISO 5832-3:2021')
export const twistedWire = material('Fil acier torsadé', 'Twisted steel wire', 'Dentaurum', 'EN ISO 15841:2014')
export const denturePmma = material('Résine PMMA rose', 'Pink PMMA resin', ...ofPlastics)
export const multilayerPmma = material('PMMA multicouche', 'Multilayer PMMA', ...ofPlastics)
export const clearPmma = material('PMMA transparent', 'Clear PMMA', ...ofPlastics)
export const resinTeeth = material('Dents résine réticulée', 'Cross-linked resin teeth', ...ofPlastics)
export const eva = material('EVA 4 mm', 'EVA 4 mm', ...ofPlastics)
export const petg = material('PETG 0,75 mm', 'PETG 0.75 mm', ...ofPlastics)

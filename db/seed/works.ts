import { quantityOf } from '#features/ordering/rules.ts'
import type { Sector } from '#features/prescription/contract.ts'
import { inArchOrder, summarize } from '#features/prescription/rules.ts'
import {
  abutment,
  biteRim,
  bridge,
  castCrown,
  customTray,
  disilicateCrown,
  finish,
  framework,
  implantCrown,
  metalCeramicCrown,
  mouthguard,
  onlay,
  postAndCore,
  printedModel,
  provisional,
  reline,
  repair,
  splint,
  surgicalGuide,
  tryIn,
  veneer,
  waxUp,
  zirconiaCrown,
} from './catalogue.ts'
import type { Product } from './product.ts'
import type { Random } from './random.ts'

export type Part = {
  product: Product
  quantity: number
  teeth: number[]
  pontics: number[]
  shade: string | null
  complementaryShade: string | null
  sector: Sector | null
  implant: { brand: string; platform: string } | null
}

/** What one case asks for, with all that follows from it. */
export type Work = {
  parts: Part[]
  leadDays: number
  totalCents: number
  summary: { fr: string; en: string }
}

const upperArch = [18, 17, 16, 15, 14, 13, 12, 11, 21, 22, 23, 24, 25, 26, 27, 28]
const lowerArch = [48, 47, 46, 45, 44, 43, 42, 41, 31, 32, 33, 34, 35, 36, 37, 38]
const molars = [16, 17, 26, 27, 36, 37, 46, 47]
const premolars = [14, 15, 24, 25, 34, 35, 44, 45]
const incisors = [11, 12, 21, 22]

const shades = [
  { weight: 22, shade: 'A2' },
  { weight: 20, shade: 'A3' },
  { weight: 14, shade: 'A3.5' },
  { weight: 10, shade: 'A1' },
  { weight: 6, shade: 'B1' },
  { weight: 6, shade: 'B2' },
  { weight: 4, shade: 'C2' },
  { weight: 3, shade: 'D3' },
  { weight: 3, shade: 'A4' },
  { weight: 5, shade: '2M2' },
  { weight: 3, shade: '3M2' },
  { weight: 2, shade: '2L1.5' },
  { weight: 2, shade: '0M3' },
]

const anyArch = (random: Random): Sector => (random.chance(55) ? 'upper' : 'lower')
const shadeOf = (random: Random) => random.weighted(shades).shade

const part = (product: Product, changes: Partial<Part> = {}): Part => ({
  product,
  quantity: quantityOf({ teeth: changes.teeth ?? [] }, product.needs),
  teeth: [],
  pontics: [],
  shade: null,
  complementaryShade: null,
  sector: null,
  implant: null,
  ...changes,
})

const implants = [
  { brand: 'Straumann BLX', platform: 'RB 3,75' },
  { brand: 'Nobel Biocare Active', platform: 'RP 4,3' },
  { brand: 'Anthogyr Axiom BL', platform: '4,0' },
  { brand: 'Zimmer Biomet TSV', platform: '4,5' },
]
/** A practice stays with the systems it knows: the place in the mouth decides. */
const implantAt = (tooth: number) => implants[tooth % implants.length] ?? null

/** What a removable denture carries: partial ones, and a full one for both arches. */
const replacedTeeth: Record<Sector, number[]> = {
  upper: [16, 15, 14, 24, 25, 26],
  lower: [46, 45, 35, 36],
  both: [16, 15, 25, 26, 46, 45, 36],
  archs: [...upperArch.slice(1, -1), ...lowerArch.slice(1, -1)],
}

/** Neighbours along one arch: a bridge, veneers from canine to canine. */
function run(random: Random, from: number, to: number): number[] {
  const length = random.between(from, to)
  const arch = random.chance(65) ? upperArch : lowerArch
  const start = random.between(1, arch.length - 1 - length)
  return arch.slice(start, start + length)
}

function crowns(random: Random, product: Product): Part[] {
  const first = random.pick(random.chance(60) ? molars : random.chance(70) ? premolars : incisors)
  const teeth = random.chance(18) ? [first, first % 10 > 1 ? first - 1 : first + 1] : [first]
  const complementaryShade = random.chance(15) ? 'A4' : null
  return [part(product, { teeth: inArchOrder(teeth), shade: shadeOf(random), complementaryShade })]
}

const recipes: { weight: number; parts: (random: Random) => Part[] }[] = [
  { weight: 26, parts: random => crowns(random, zirconiaCrown) },
  { weight: 9, parts: random => crowns(random, metalCeramicCrown) },
  { weight: 8, parts: random => crowns(random, disilicateCrown) },
  { weight: 2, parts: random => [part(castCrown, { teeth: [random.pick(molars)] })] },
  {
    weight: 7,
    parts: random => {
      const tooth = random.pick([...molars, ...premolars])
      const shade = shadeOf(random)
      return [part(postAndCore, { teeth: [tooth] }), part(zirconiaCrown, { teeth: [tooth], shade })]
    },
  },
  { weight: 4, parts: random => [part(postAndCore, { teeth: [random.pick(premolars)] })] },
  { weight: 9, parts: random => [bridgeOf(random)] },
  {
    weight: 2,
    parts: random => {
      const fixed = bridgeOf(random)
      return [fixed, part(provisional, { teeth: fixed.teeth, shade: fixed.shade })]
    },
  },
  {
    weight: 5,
    parts: random => [part(onlay, { teeth: [random.pick([...molars, ...premolars])], shade: shadeOf(random) })],
  },
  {
    weight: 3,
    parts: random => {
      const teeth = random.chance(50) ? [12, 11, 21, 22] : [13, 12, 11, 21, 22, 23]
      return [part(veneer, { teeth, shade: random.pick(['A1', 'B1', '0M3', '1M1']) })]
    },
  },
  { weight: 4, parts: random => [part(customTray, { sector: anyArch(random) })] },
  { weight: 3, parts: random => [part(biteRim, { sector: random.chance(40) ? 'both' : anyArch(random) })] },
  { weight: 3, parts: random => [denture(tryIn, anyArch(random), shadeOf(random))] },
  {
    weight: 2,
    parts: random => [denture(finish, random.chance(25) ? 'archs' : anyArch(random), shadeOf(random))],
  },
  { weight: 4, parts: random => [denture(framework, anyArch(random), null)] },
  { weight: 3, parts: random => [part(repair, { sector: anyArch(random) })] },
  { weight: 2, parts: random => [part(reline, { sector: anyArch(random) })] },
  {
    weight: 4,
    parts: random => {
      const tooth = random.pick([...molars, ...premolars])
      const implant = implantAt(tooth)
      const crown = part(implantCrown, { teeth: [tooth], shade: shadeOf(random), implant })
      return random.chance(50) ? [part(abutment, { teeth: [tooth], implant }), crown] : [crown]
    },
  },
  { weight: 6, parts: random => [part(splint, { sector: anyArch(random) })] },
  { weight: 1, parts: () => [part(mouthguard, { sector: 'upper' })] },
  {
    weight: 2,
    parts: random => [part(waxUp, { teeth: run(random, 4, 6) }), part(printedModel, { quantity: 2, sector: 'archs' })],
  },
  { weight: 1, parts: random => [part(surgicalGuide, { sector: anyArch(random) }), part(printedModel), part(waxUp)] },
]

const bridgeOf = (random: Random) => {
  const teeth = run(random, 3, 6)
  const pontics = teeth.filter((_, index) => index % 2 === 1 && index < teeth.length - 1)
  return part(bridge, { teeth, pontics, shade: shadeOf(random) })
}

const denture = (product: Product, sector: Sector, shade: string | null) =>
  part(product, { sector, shade, teeth: replacedTeeth[sector] })

/** With lead times and prices of the laboratory's own catalogue, where it has one. */
export function makeWork(random: Random, catalogue: ReadonlyMap<string, Product> = new Map()): Work {
  const parts = random
    .weighted(recipes)
    .parts(random)
    .map(part => ({ ...part, product: catalogue.get(part.product.reference) ?? part.product }))
  const inLanguage = (language: 'fr' | 'en') =>
    summarize(
      parts.map(({ product, ...rest }) => ({ ...rest, ...product.name[language] })),
      language,
    )
  return {
    parts,
    leadDays: Math.max(...parts.map(({ product }) => product.leadDays)),
    totalCents: parts.reduce((sum, { product, quantity }) => sum + product.priceCents * quantity, 0),
    summary: { fr: inLanguage('fr'), en: inLanguage('en') },
  }
}

import { addDays, type Day } from '#kit/day.ts'
import {
  clearPmma,
  cobaltChrome,
  denturePmma,
  disilicate,
  eva,
  multilayerPmma,
  petg,
  resinTeeth,
  titanium,
  twistedWire,
  veneeredCobaltChrome,
  zirconia,
} from './materials.ts'
import { type Product, product } from './product.ts'

const tooth = { teeth: 'required' } as const
const toothAndShade = { teeth: 'required', shade: 'required' } as const
const arch = { sector: 'required' } as const
const archTeethShade = { sector: 'required', teeth: 'required', shade: 'required' } as const

export const zirconiaCrown = product(
  'FIX-101',
  5,
  14_900,
  zirconia,
  { ...toothAndShade, before: { leadDays: 6, priceCents: 13_900 } },
  ['Couronne zircone monolithique', 'Couronne zircone', 'Couronnes zircone'],
  ['Monolithic zirconia crown', 'Zirconia crown', 'Zirconia crowns'],
)
export const metalCeramicCrown = product(
  'FIX-104',
  8,
  17_500,
  veneeredCobaltChrome,
  toothAndShade,
  ['Couronne céramo-métallique', 'Couronne céramo-métallique', 'Couronnes céramo-métalliques'],
  ['Metal-ceramic crown', 'Metal-ceramic crown', 'Metal-ceramic crowns'],
)
export const disilicateCrown = product(
  'FIX-107',
  8,
  19_800,
  disilicate,
  toothAndShade,
  ['Couronne céramo-céramique (disilicate)', 'Couronne disilicate', 'Couronnes disilicate'],
  ['All-ceramic crown (disilicate)', 'Disilicate crown', 'Disilicate crowns'],
)
export const castCrown = product(
  'FIX-110',
  6,
  9_800,
  cobaltChrome,
  tooth,
  ['Couronne coulée', 'Couronne coulée', 'Couronnes coulées'],
  ['Full cast crown', 'Cast crown', 'Cast crowns'],
)
export const bridge = product(
  'FIX-201',
  9,
  15_900,
  zirconia,
  { teeth: 'run', minimumTeeth: 3, hasPontics: true, shade: 'required' },
  ['Bridge zircone, par élément', 'Bridge', 'Bridge'],
  ['Zirconia bridge, per unit', 'Bridge', 'Bridge'],
)
export const postAndCore = product(
  'FIX-301',
  4,
  5_900,
  cobaltChrome,
  tooth,
  ['Inlay-core', 'Inlay-core', 'Inlay-cores'],
  ['Post and core', 'Post and core', 'Posts and cores'],
)
export const onlay = product(
  'FIX-304',
  8,
  15_400,
  disilicate,
  toothAndShade,
  ['Inlay / onlay céramique', 'Onlay', 'Onlays'],
  ['Ceramic inlay / onlay', 'Onlay', 'Onlays'],
)
export const veneer = product(
  'FIX-306',
  8,
  21_500,
  disilicate,
  toothAndShade,
  ['Facette céramique', 'Facette', 'Facettes'],
  ['Ceramic veneer', 'Veneer', 'Veneers'],
)
export const provisional = product(
  'FIX-401',
  4,
  4_500,
  multilayerPmma,
  toothAndShade,
  ['Provisoire PMMA', 'Provisoire', 'Provisoires'],
  ['PMMA provisional', 'Provisional', 'Provisionals'],
)
export const customTray = product(
  'AMO-101',
  2,
  3_200,
  null,
  arch,
  ['PEI (porte-empreinte individuel)', 'PEI', 'PEI'],
  ['Custom impression tray', 'Custom tray', 'Custom trays'],
)
export const biteRim = product(
  'AMO-103',
  2,
  3_600,
  null,
  arch,
  ['Maquette d’occlusion', 'Maquette d’occlusion', 'Maquettes d’occlusion'],
  ['Bite rim', 'Bite rim', 'Bite rims'],
)
export const tryIn = product(
  'AMO-201',
  3,
  9_200,
  resinTeeth,
  archTeethShade,
  ['Montage pour essayage', 'Montage', 'Montages'],
  ['Wax try-in', 'Wax try-in', 'Wax try-ins'],
)
export const finish = product(
  'AMO-203',
  3,
  12_400,
  denturePmma,
  archTeethShade,
  ['Finition résine', 'Finition résine', 'Finitions résine'],
  ['Acrylic finish', 'Acrylic finish', 'Acrylic finishes'],
)
export const framework = product(
  'AMO-301',
  6,
  18_900,
  cobaltChrome,
  { ...tooth, sector: 'optional' },
  ['Châssis métallique (stellite)', 'Châssis métallique', 'Châssis métalliques'],
  ['Metal framework', 'Metal framework', 'Metal frameworks'],
)
export const repair = product(
  'AMO-401',
  2,
  6_500,
  null,
  arch,
  ['Réparation de prothèse amovible', 'Réparation', 'Réparations'],
  ['Denture repair', 'Repair', 'Repairs'],
)
export const reline = product(
  'AMO-402',
  2,
  8_900,
  denturePmma,
  arch,
  ['Rebasage', 'Rebasage', 'Rebasages'],
  ['Reline', 'Reline', 'Relines'],
)
const addition = product(
  'AMO-403',
  2,
  7_200,
  null,
  { ...arch, teeth: 'optional' },
  ['Adjonction de dents ou de crochets', 'Adjonction', 'Adjonctions'],
  ['Addition of teeth or clasps', 'Addition', 'Additions'],
)
export const implantCrown = product(
  'IMP-101',
  14,
  24_500,
  zirconia,
  { ...toothAndShade, implant: 'required' },
  ['Couronne sur implant, transvissée', 'Couronne sur implant', 'Couronnes sur implant'],
  ['Screw-retained implant crown', 'Implant crown', 'Implant crowns'],
)
export const abutment = product(
  'IMP-201',
  14,
  17_900,
  titanium,
  { ...tooth, implant: 'required' },
  ['Pilier implantaire personnalisé', 'Pilier personnalisé', 'Piliers personnalisés'],
  ['Custom implant abutment', 'Custom abutment', 'Custom abutments'],
)
const implantBar = product(
  'IMP-301',
  14,
  68_000,
  titanium,
  { ...tooth, sector: 'optional', implant: 'required' },
  ['Barre sur implants', 'Barre sur implants', 'Barres sur implants'],
  ['Implant bar', 'Implant bar', 'Implant bars'],
)
export const splint = product(
  'ORT-101',
  4,
  11_500,
  clearPmma,
  arch,
  ['Gouttière occlusale', 'Gouttière occlusale', 'Gouttières occlusales'],
  ['Occlusal splint', 'Occlusal splint', 'Occlusal splints'],
)
export const mouthguard = product(
  'ORT-103',
  4,
  7_900,
  eva,
  arch,
  ['Protège-dents', 'Protège-dents', 'Protège-dents'],
  ['Mouthguard', 'Mouthguard', 'Mouthguards'],
)
const retainer = product(
  'ORT-105',
  4,
  6_900,
  twistedWire,
  arch,
  ['Contention', 'Contention', 'Contentions'],
  ['Retainer', 'Retainer', 'Retainers'],
)
const aligners = product(
  'ORT-107',
  4,
  28_000,
  petg,
  arch,
  ['Aligneurs, par série', 'Série d’aligneurs', 'Séries d’aligneurs'],
  ['Aligners, per set', 'Set of aligners', 'Sets of aligners'],
)
export const waxUp = product(
  'AUT-101',
  4,
  3_900,
  null,
  { teeth: 'optional', shade: 'optional' },
  ['Wax-up numérique', 'Wax-up', 'Wax-ups'],
  ['Digital wax-up', 'Wax-up', 'Wax-ups'],
)
export const printedModel = product(
  'AUT-103',
  4,
  2_400,
  null,
  { sector: 'optional' },
  ['Modèle imprimé', 'Modèle imprimé', 'Modèles imprimés'],
  ['Printed model', 'Printed model', 'Printed models'],
)
export const surgicalGuide = product(
  'AUT-201',
  4,
  18_000,
  null,
  { teeth: 'optional', sector: 'optional', implant: 'optional' },
  ['Guide chirurgical', 'Guide chirurgical', 'Guides chirurgicaux'],
  ['Surgical guide', 'Surgical guide', 'Surgical guides'],
)
const supplies = product(
  'AUT-301',
  4,
  2_500,
  null,
  {},
  ['Fournitures de laboratoire', 'Fournitures', 'Fournitures'],
  ['Laboratory supplies', 'Supplies', 'Supplies'],
)

const products: readonly Product[] = [
  zirconiaCrown,
  metalCeramicCrown,
  disilicateCrown,
  castCrown,
  bridge,
  postAndCore,
  onlay,
  veneer,
  provisional,
  customTray,
  biteRim,
  tryIn,
  finish,
  framework,
  repair,
  reline,
  addition,
  implantCrown,
  abutment,
  implantBar,
  splint,
  mouthguard,
  retainer,
  aligners,
  waxUp,
  printedModel,
  surgicalGuide,
  supplies,
]

/** By reference. Laboratories begin with the same list and part from there: the one on the Riviera is dearer and faster. */
export function catalogueOf(laboratoryKey: string): Map<string, Product> {
  const own = (product: Product): Product =>
    laboratoryKey === 'ivoire'
      ? {
          ...product,
          priceCents: Math.round((product.priceCents * 1.08) / 100) * 100,
          leadDays: product === zirconiaCrown ? 4 : product.leadDays,
        }
      : product
  return new Map(products.map(product => [product.reference, own(product)]))
}

/** Days before today on which the latest versions came. */
export const latestSinceDays = 120

/** Which version a case of that day ordered, and its price. */
export function versionOn({ before, priceCents }: Product, day: Day, today: Day) {
  if (!before) return { version: 1, priceCents }
  return day < addDays(today, -latestSinceDays)
    ? { version: 1, priceCents: before.priceCents }
    : { version: 2, priceCents }
}

/** What a laboratory starts from (domain.md): enough for believable cases until it has a catalogue of its own. */
export type Product = {
  reference: string
  label: { fr: string; en: string }
  /** As in the one-line summary of a case. */
  name: { fr: { one: string; many: string }; en: { one: string; many: string } }
  /** Working days in the laboratory. */
  leadDays: number
  priceCents: number
  /** Of the traceability line, once the bench has entered it. */
  material: string | null
}

const product = (
  reference: string,
  leadDays: number,
  priceCents: number,
  material: string | null,
  fr: [label: string, one: string, many: string],
  en: [label: string, one: string, many: string],
): Product => ({
  reference,
  leadDays,
  priceCents,
  material,
  label: { fr: fr[0], en: en[0] },
  name: { fr: { one: fr[1], many: fr[2] }, en: { one: en[1], many: en[2] } },
})

export const zirconiaCrown = product(
  'FIX-101',
  5,
  14_900,
  'Zircone multicouche 4Y',
  ['Couronne zircone monolithique', 'Couronne zircone', 'Couronnes zircone'],
  ['Monolithic zirconia crown', 'Zirconia crown', 'Zirconia crowns'],
)
export const metalCeramicCrown = product(
  'FIX-104',
  8,
  17_500,
  'Alliage CoCr, céramique feldspathique',
  ['Couronne céramo-métallique', 'Couronne céramo-métallique', 'Couronnes céramo-métalliques'],
  ['Metal-ceramic crown', 'Metal-ceramic crown', 'Metal-ceramic crowns'],
)
export const disilicateCrown = product(
  'FIX-107',
  8,
  19_800,
  'Disilicate de lithium',
  ['Couronne céramo-céramique (disilicate)', 'Couronne disilicate', 'Couronnes disilicate'],
  ['All-ceramic crown (disilicate)', 'Disilicate crown', 'Disilicate crowns'],
)
export const castCrown = product(
  'FIX-110',
  6,
  9_800,
  'Alliage CoCr',
  ['Couronne coulée', 'Couronne coulée', 'Couronnes coulées'],
  ['Full cast crown', 'Cast crown', 'Cast crowns'],
)
export const bridge = product(
  'FIX-201',
  9,
  15_900,
  'Zircone multicouche 4Y',
  ['Bridge zircone, par élément', 'Bridge', 'Bridge'],
  ['Zirconia bridge, per unit', 'Bridge', 'Bridge'],
)
export const postAndCore = product(
  'FIX-301',
  4,
  5_900,
  'Alliage CoCr',
  ['Inlay-core', 'Inlay-core', 'Inlay-cores'],
  ['Post and core', 'Post and core', 'Posts and cores'],
)
export const onlay = product(
  'FIX-304',
  8,
  15_400,
  'Disilicate de lithium',
  ['Inlay / onlay céramique', 'Onlay', 'Onlays'],
  ['Ceramic inlay / onlay', 'Onlay', 'Onlays'],
)
export const veneer = product(
  'FIX-306',
  8,
  21_500,
  'Disilicate de lithium',
  ['Facette céramique', 'Facette', 'Facettes'],
  ['Ceramic veneer', 'Veneer', 'Veneers'],
)
export const provisional = product(
  'FIX-401',
  4,
  4_500,
  'PMMA multicouche',
  ['Provisoire PMMA', 'Provisoire', 'Provisoires'],
  ['PMMA provisional', 'Provisional', 'Provisionals'],
)
export const customTray = product(
  'AMO-101',
  2,
  3_200,
  null,
  ['PEI (porte-empreinte individuel)', 'PEI', 'PEI'],
  ['Custom impression tray', 'Custom tray', 'Custom trays'],
)
export const biteRim = product(
  'AMO-103',
  2,
  3_600,
  null,
  ['Maquette d’occlusion', 'Maquette d’occlusion', 'Maquettes d’occlusion'],
  ['Bite rim', 'Bite rim', 'Bite rims'],
)
export const tryIn = product(
  'AMO-201',
  3,
  9_200,
  'Dents résine réticulée',
  ['Montage pour essayage', 'Montage', 'Montages'],
  ['Wax try-in', 'Wax try-in', 'Wax try-ins'],
)
export const finish = product(
  'AMO-203',
  3,
  12_400,
  'Résine PMMA rose',
  ['Finition résine', 'Finition résine', 'Finitions résine'],
  ['Acrylic finish', 'Acrylic finish', 'Acrylic finishes'],
)
export const framework = product(
  'AMO-301',
  6,
  18_900,
  'Alliage CoCr',
  ['Châssis métallique (stellite)', 'Châssis métallique', 'Châssis métalliques'],
  ['Metal framework', 'Metal framework', 'Metal frameworks'],
)
export const repair = product(
  'AMO-401',
  2,
  6_500,
  null,
  ['Réparation de prothèse amovible', 'Réparation', 'Réparations'],
  ['Denture repair', 'Repair', 'Repairs'],
)
export const reline = product(
  'AMO-402',
  2,
  8_900,
  'Résine PMMA rose',
  ['Rebasage', 'Rebasage', 'Rebasages'],
  ['Reline', 'Reline', 'Relines'],
)
export const implantCrown = product(
  'IMP-101',
  14,
  24_500,
  'Zircone multicouche 4Y',
  ['Couronne sur implant, transvissée', 'Couronne sur implant', 'Couronnes sur implant'],
  ['Screw-retained implant crown', 'Implant crown', 'Implant crowns'],
)
export const abutment = product(
  'IMP-201',
  14,
  17_900,
  'Titane grade 5',
  ['Pilier implantaire personnalisé', 'Pilier personnalisé', 'Piliers personnalisés'],
  ['Custom implant abutment', 'Custom abutment', 'Custom abutments'],
)
export const splint = product(
  'ORT-101',
  4,
  11_500,
  'PMMA transparent',
  ['Gouttière occlusale', 'Gouttière occlusale', 'Gouttières occlusales'],
  ['Occlusal splint', 'Occlusal splint', 'Occlusal splints'],
)
export const mouthguard = product(
  'ORT-103',
  4,
  7_900,
  'EVA 4 mm',
  ['Protège-dents', 'Protège-dents', 'Protège-dents'],
  ['Mouthguard', 'Mouthguard', 'Mouthguards'],
)
export const waxUp = product(
  'AUT-101',
  4,
  3_900,
  null,
  ['Wax-up numérique', 'Wax-up', 'Wax-ups'],
  ['Digital wax-up', 'Wax-up', 'Wax-ups'],
)
export const printedModel = product(
  'AUT-103',
  4,
  2_400,
  null,
  ['Modèle imprimé', 'Modèle imprimé', 'Modèles imprimés'],
  ['Printed model', 'Printed model', 'Printed models'],
)
export const surgicalGuide = product(
  'AUT-201',
  4,
  18_000,
  null,
  ['Guide chirurgical', 'Guide chirurgical', 'Guides chirurgicaux'],
  ['Surgical guide', 'Surgical guide', 'Surgical guides'],
)

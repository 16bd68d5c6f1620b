import { en as casesEn } from '#features/cases/text/en.ts'
import { fr as casesFr } from '#features/cases/text/fr.ts'
import type { Language } from '#kit/language.ts'

// Printed, never shown on a screen, so it stays on the server. Words shared with screens come from the feature's own text.
const fr = {
  ...casesFr,
  sheet: {
    title: 'Fiche de traçabilité',
    law: 'Dispositif médical sur mesure · règlement (UE) 2017/745, annexe XIII',
    provisional: 'Provisoire',
    asOf: (day: string, time: string) => `État au ${day} à ${time}`,
    provisionalMeaning:
      'Cette fiche reprend ce que le laboratoire a enregistré jusqu’ici. Elle n’est pas signée et ne remplace pas la déclaration que le laboratoire établit une fois le travail terminé.',
    numbered: (number: string, version: number) =>
      version === 1 ? `Déclaration ${number}` : `Déclaration ${number}, version ${version}`,
    signed: (name: string, day: string) => `Signée par ${name}, le ${day}.`,
    declaration: 'Déclaration du fabricant',
    conforms:
      'Ce dispositif est conforme aux exigences générales en matière de sécurité et de performances énoncées à l’annexe I du règlement (UE) 2017/745.',
    conformsExcept: (reasons: string) =>
      `Ce dispositif est conforme aux exigences générales en matière de sécurité et de performances énoncées à l’annexe I du règlement (UE) 2017/745, à l’exception de celles-ci, pour les raisons indiquées : ${reasons}`,
    substances: (substances: string) => `Contient ou incorpore : ${substances}`,
    noSubstances:
      'Ne contient ni substance médicamenteuse, ni dérivé du sang ou du plasma humain, ni tissu ou cellule d’origine humaine ou animale.',
    sites: 'Autres sites de fabrication',
    released: (points: string, name: string, day: string) =>
      `Contrôlé avant départ par ${name}, le ${day}\u00a0: ${points}.`,
    points: {
      prescription: 'conforme à la prescription',
      fit: 'adaptation',
      contacts: 'points de contact et occlusion',
      shade: 'teinte',
      surface: 'état de surface',
      cleaning: 'nettoyage et désinfection',
    },
    certificate: (name: string, day: string) => `${name}, jusqu’au ${day}`,
    kept: (day: string) => `Le laboratoire conserve cette déclaration jusqu’au ${day} au moins.`,
    signedBy: (name: string) => `Signé : ${name}`,
    lot: (lot: string) => `lot ${lot}`,
    expires: (day: string) => `à utiliser avant le ${day}`,
    pontics: (teeth: string) => `intermédiaires ${teeth}`,
    manufacturer: 'Fabricant',
    phone: (phone: string) => `Tél. ${phone}`,
    prescriber: 'Prescripteur',
    noPrescriber: 'Nom non renseigné',
    patient: 'Patient',
    patientCode: (code: string) => `Code ${code}`,
    exclusiveUse: 'Fabrication sur mesure, à l’usage exclusif de ce patient.',
    case: 'Travail',
    practiceReference: (reference: string) => `Référence du cabinet\u00a0: ${reference}`,
    registered: (day: string) => `Enregistré le ${day}`,
    impression: { optical: 'Empreinte optique', physical: 'Empreinte physique' },
    products: 'Produits',
    columns: { product: 'Produit', quantity: 'Qté', teeth: 'Dents', shade: 'Teinte', materials: 'Matériaux et lots' },
    toComplete: 'À compléter',
    noProducts: 'Le laboratoire n’a encore enregistré aucun produit.',
    incomplete: (count: number, total: number) => {
      if (count === total) return 'Le laboratoire n’a pas encore renseigné les matériaux et les lots.'
      const missing = count === 1 ? 'd’un produit' : `de ${count} produits`
      return `Le laboratoire n’a pas encore renseigné les matériaux et les lots ${missing} sur ${total}.`
    },
    page: (page: number, pages: number) => `Page ${page} sur ${pages}`,
  },
}

const en: typeof fr = {
  ...casesEn,
  sheet: {
    title: 'Traceability sheet',
    law: 'Custom-made medical device · Regulation (EU) 2017/745, Annex XIII',
    provisional: 'Provisional',
    asOf: (day, time) => `As of ${day}, ${time}`,
    provisionalMeaning:
      'This sheet shows what the laboratory has recorded so far. It is not signed and does not replace the statement that the laboratory draws up once the work is finished.',
    numbered: (number, version) => (version === 1 ? `Statement ${number}` : `Statement ${number}, version ${version}`),
    signed: (name, day) => `Signed by ${name} on ${day}.`,
    declaration: 'Statement of the manufacturer',
    conforms:
      'This device conforms to the general safety and performance requirements set out in Annex I of Regulation (EU) 2017/745.',
    conformsExcept: reasons =>
      `This device conforms to the general safety and performance requirements set out in Annex I of Regulation (EU) 2017/745, with the following exceptions, for the reasons given: ${reasons}`,
    substances: substances => `Contains or incorporates: ${substances}`,
    noSubstances:
      'Contains no medicinal substance, no human blood or plasma derivative, and no tissues or cells of human or animal origin.',
    sites: 'Other manufacturing sites',
    released: (points, name, day) => `Checked before leaving by ${name} on ${day}: ${points}.`,
    points: {
      prescription: 'as prescribed',
      fit: 'fit',
      contacts: 'contacts and occlusion',
      shade: 'shade',
      surface: 'surface',
      cleaning: 'cleaning and disinfection',
    },
    certificate: (name, day) => `${name}, until ${day}`,
    kept: day => `The laboratory keeps this statement until ${day} at least.`,
    signedBy: name => `Signed: ${name}`,
    lot: lot => `lot ${lot}`,
    expires: day => `use before ${day}`,
    pontics: teeth => `pontics ${teeth}`,
    manufacturer: 'Manufacturer',
    phone: phone => `Tel. ${phone}`,
    prescriber: 'Prescriber',
    noPrescriber: 'Name not recorded',
    patient: 'Patient',
    patientCode: code => `Code ${code}`,
    exclusiveUse: 'Custom-made for the exclusive use of this patient.',
    case: 'Case',
    practiceReference: reference => `Practice reference: ${reference}`,
    registered: day => `Registered on ${day}`,
    impression: { optical: 'Optical impression', physical: 'Physical impression' },
    products: 'Products',
    columns: { product: 'Product', quantity: 'Qty', teeth: 'Teeth', shade: 'Shade', materials: 'Materials and lots' },
    toComplete: 'To be completed',
    noProducts: 'The laboratory has not recorded any product yet.',
    incomplete: (count, total) => {
      if (count === total) return 'The laboratory has not yet entered materials and lots.'
      return `The laboratory has not yet entered materials and lots for ${count} of the ${total} products.`
    },
    page: (page, pages) => `Page ${page} of ${pages}`,
  },
}

export const sheetText = (language: Language) => (language === 'fr' ? fr : en)
export type SheetText = typeof fr

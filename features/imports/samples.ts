import type { Language } from '#kit/language.ts'
import { type FieldName, fieldsOf, type ImportKind } from './fields.ts'

type Line = Partial<Record<FieldName, Record<Language, string> | string>>

const lines: Record<ImportKind, readonly Line[]> = {
  products: [
    {
      reference: 'COU-10',
      family: { fr: 'Fixe', en: 'Fixed' },
      familyEn: 'Fixed',
      labelFr: 'Couronne zircone stratifiée',
      labelEn: 'Layered zirconia crown',
      oneFr: 'Couronne zircone',
      manyFr: 'Couronnes zircone',
      oneEn: 'Zirconia crown',
      manyEn: 'Zirconia crowns',
      leadDays: '6',
      teeth: { fr: 'obligatoire', en: 'required' },
      minimumTeeth: '1',
      hasPontics: { fr: 'non', en: 'no' },
      sector: { fr: 'non', en: 'none' },
      shade: { fr: 'obligatoire', en: 'required' },
      implant: { fr: 'non', en: 'none' },
      vat: { fr: 'exonéré', en: 'exempt' },
      priceCents: { fr: '149,00', en: '149.00' },
      isImplantable: { fr: 'non', en: 'no' },
      material: { fr: 'Zircone', en: 'Zirconia' },
    },
    {
      reference: 'BRI-3',
      family: { fr: 'Fixe', en: 'Fixed' },
      familyEn: 'Fixed',
      labelFr: 'Bridge zircone',
      labelEn: 'Zirconia bridge',
      oneFr: 'Bridge zircone',
      manyFr: 'Bridges zircone',
      oneEn: 'Zirconia bridge',
      manyEn: 'Zirconia bridges',
      leadDays: '8',
      teeth: { fr: 'suite', en: 'run' },
      minimumTeeth: '3',
      hasPontics: { fr: 'oui', en: 'yes' },
      sector: { fr: 'non', en: 'none' },
      shade: { fr: 'si souhaité', en: 'optional' },
      implant: { fr: 'non', en: 'none' },
      vat: { fr: 'exonéré', en: 'exempt' },
      priceCents: '',
      isImplantable: { fr: 'non', en: 'no' },
      material: '',
    },
  ],
  practices: [
    {
      name: { fr: 'Cabinet des Lilas', en: 'Lilac practice' },
      rppsSiretSiren: '732 829 320',
      address: '12 rue des Lilas',
      postalCode: '75011',
      city: 'Paris',
      country: 'France',
      phone: '01 23 45 67 89',
      deliveryDays: { fr: 'lun mer ven', en: 'mon wed fri' },
      openingDays: { fr: 'lun-ven', en: 'mon-fri' },
      deliveryInstruction: { fr: 'Sonner au 2e étage', en: 'Ring on the 2nd floor' },
      title: 'Dr',
      firstName: 'Hélène',
      lastName: 'Lefèvre',
      email: 'helene@lilas.example',
      role: { fr: 'gestionnaire', en: 'manager' },
      language: { fr: 'français', en: 'English' },
    },
    {
      name: { fr: 'Cabinet des Lilas', en: 'Lilac practice' },
      postalCode: '75011',
      firstName: 'Paul',
      lastName: 'Martin',
      email: 'paul@lilas.example',
      role: { fr: 'praticien', en: 'doctor' },
    },
  ],
  people: [
    {
      name: { fr: 'Cabinet des Lilas', en: 'Lilac practice' },
      postalCode: '75011',
      title: 'Dr',
      firstName: 'Paul',
      lastName: 'Martin',
      email: 'paul@lilas.example',
      role: { fr: 'praticien', en: 'doctor' },
      phone: '06 12 34 56 78',
      language: { fr: 'français', en: 'English' },
    },
  ],
  cases: [
    {
      name: { fr: 'Cabinet des Lilas', en: 'Lilac practice' },
      postalCode: '75011',
      code: '2026-0412',
      patientCode: 'P-104',
      patient: '',
      reference: 'COU-10',
      quantity: '',
      teeth: '24',
      shade: 'A2',
      sector: '',
      implantBrand: '',
      implantPlatform: '',
      deliveryOn: { fr: '30/11/2026', en: '2026-11-30' },
      status: { fr: 'en fabrication', en: 'in production' },
      printType: { fr: 'physique', en: 'physical' },
      prescriber: 'Dr Paul Martin',
    },
  ],
}

/** An importable sample file to fill in. The byte order mark tells spreadsheets that it is UTF-8. */
export function sampleOf(kind: ImportKind, language: Language): string {
  const fields = fieldsOf(kind)
  const cellOf = (said: Line[FieldName] = '') => (typeof said === 'string' ? said : said[language])
  const rows = [
    fields.map(({ heads }) => heads[language][0]),
    ...lines[kind].map(line => fields.map(({ name }) => cellOf(line[name]))),
  ]
  return `\ufeff${rows.map(row => `${row.join(';')}\r\n`).join('')}`
}

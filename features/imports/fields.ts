import type { Language } from '#kit/language.ts'

export const importKinds = ['products', 'practices', 'people', 'cases'] as const
export type ImportKind = (typeof importKinds)[number]

/** Headings of a field: the portal's own first, then those of other software. */
type Heads = Record<Language, readonly [string, ...string[]]>
type Field = { heads: Heads; isRequired?: true }

const products = {
  reference: {
    isRequired: true,
    heads: { fr: ['Référence', 'Réf', 'Code', 'Code article'], en: ['Reference', 'Ref', 'SKU'] },
  },
  family: { heads: { fr: ['Famille', 'Catégorie', 'Rubrique'], en: ['Family', 'Category'] } },
  familyEn: { heads: { fr: ['Famille en anglais'], en: ['Family in English'] } },
  labelFr: {
    heads: {
      fr: ['Nom', 'Nom en français', 'Désignation', 'Libellé', 'Description', 'Article', 'Produit', 'Nom du produit'],
      en: ['Name', 'Name in French', 'Label', 'Description', 'Designation', 'Item', 'Product', 'Product name'],
    },
  },
  labelEn: { heads: { fr: ['Nom en anglais', 'Désignation anglaise'], en: ['Name in English'] } },
  oneFr: { heads: { fr: ['Nom court', 'Nom court, pour un'], en: ['Short name', 'Short name, for one'] } },
  manyFr: { heads: { fr: ['Nom court au pluriel', 'Pluriel'], en: ['Short name in the plural', 'Plural'] } },
  oneEn: { heads: { fr: ['Nom court en anglais'], en: ['Short name in English'] } },
  manyEn: { heads: { fr: ['Nom court au pluriel en anglais'], en: ['Short name in the plural in English'] } },
  leadDays: {
    heads: {
      fr: ['Délai', 'Délai en jours ouvrés', 'Jours', 'Délai (jours)'],
      en: ['Lead time', 'Working days', 'Days'],
    },
  },
  teeth: { heads: { fr: ['Dents'], en: ['Teeth'] } },
  minimumTeeth: { heads: { fr: ['Suite la plus courte'], en: ['Shortest run'] } },
  hasPontics: { heads: { fr: ['Intermédiaires', 'Intermédiaires de bridge'], en: ['Pontics'] } },
  sector: { heads: { fr: ['Arcade', 'Secteur'], en: ['Arch', 'Sector'] } },
  shade: { heads: { fr: ['Teinte'], en: ['Shade'] } },
  implant: { heads: { fr: ['Implant'], en: ['Implant'] } },
  vat: { heads: { fr: ['TVA', 'Taux TVA', 'Taux de TVA'], en: ['VAT', 'VAT rate'] } },
  priceCents: {
    heads: { fr: ['Prix HT', 'Prix', 'Tarif', 'Prix unitaire HT', 'PU HT', 'Tarif HT'], en: ['Price', 'Unit price'] },
  },
  isImplantable: { heads: { fr: ['Implantable', 'Dispositif implantable'], en: ['Implantable'] } },
  material: { heads: { fr: ['Matériau', 'Matière', 'Matériau habituel'], en: ['Material'] } },
} as const satisfies Record<string, Field>

const practices = {
  name: {
    isRequired: true,
    heads: {
      fr: ['Cabinet', 'Nom du cabinet', 'Raison sociale', 'Client'],
      en: ['Practice', 'Practice name', 'Customer'],
    },
  },
  rppsSiretSiren: {
    heads: { fr: ['RPPS ou SIRET', 'SIRET', 'SIREN', 'RPPS'], en: ['Registration number', 'Company number'] },
  },
  address: { heads: { fr: ['Adresse', 'Rue'], en: ['Address', 'Street'] } },
  postalCode: { heads: { fr: ['Code postal', 'CP'], en: ['Postal code', 'Postcode', 'ZIP'] } },
  city: { heads: { fr: ['Ville', 'Commune'], en: ['City', 'Town'] } },
  country: { heads: { fr: ['Pays'], en: ['Country'] } },
  phone: { heads: { fr: ['Téléphone', 'Tél', 'Tel'], en: ['Telephone', 'Phone'] } },
  deliveryDays: { heads: { fr: ['Tournées', 'Jours de livraison', 'Tournée'], en: ['Rounds', 'Delivery days'] } },
  openingDays: { heads: { fr: ['Jours d’ouverture', 'Ouverture'], en: ['Opening days', 'Open on'] } },
  deliveryInstruction: {
    heads: { fr: ['Consignes de livraison', 'Consignes'], en: ['Delivery instructions', 'Instructions'] },
  },
  title: { heads: { fr: ['Titre', 'Civilité'], en: ['Title'] } },
  firstName: { heads: { fr: ['Prénom'], en: ['First name'] } },
  lastName: { heads: { fr: ['Nom', 'Nom de famille'], en: ['Last name', 'Surname'] } },
  email: {
    heads: {
      fr: ['E-mail', 'Email', 'Mail', 'Courriel', 'Adresse e-mail'],
      en: ['E-mail address', 'E-mail', 'Email address'],
    },
  },
  role: { heads: { fr: ['Rôle', 'Fonction'], en: ['Role', 'Function'] } },
  language: { heads: { fr: ['Langue'], en: ['Language'] } },
} as const satisfies Record<string, Field>

const { name, postalCode, title, firstName, lastName, email, role, phone, language } = practices
/** Only people, for existing practices: the columns of the practice itself are left out. */
const people = {
  name,
  postalCode,
  title,
  firstName: { ...firstName, isRequired: true },
  lastName: { ...lastName, isRequired: true },
  email: { ...email, isRequired: true },
  role,
  phone,
  language,
} as const satisfies Record<string, Field>

/** Cases already in work: a line is a product, and lines with the same number form one case. */
const cases = {
  name: practices.name,
  postalCode,
  code: {
    heads: {
      fr: [
        'Numéro de travail',
        'N° de travail',
        'N° travail',
        'Numéro',
        'N° bon',
        'Bon',
        'N°',
        'Nº',
        'N° fiche',
        'Fiche',
      ],
      en: ['Case number', 'Case', 'Case no', 'Number', 'Job', 'Job number', 'Job no'],
    },
  },
  patientCode: {
    isRequired: true,
    heads: {
      fr: ['Code patient', 'Référence patient'],
      en: ['Patient code', 'Patient reference'],
    },
  },
  // Most files have names under "Patient": taken for codes, they would stand on invoices and labels.
  patient: {
    heads: { fr: ['Nom du patient', 'Nom patient', 'Patient'], en: ['Patient name', 'Name of the patient', 'Patient'] },
  },
  reference: {
    isRequired: true,
    heads: {
      // "Travail" is what is made, however often it is said of the whole case: its number has a word for number beside it.
      fr: [
        ...['Produit', 'Référence', 'Référence produit', 'Réf. produit', 'Code article', 'Article', 'Désignation'],
        ...['Travail', 'Travail demandé', 'Nature du travail', 'Type de travail', 'Libellé'],
      ],
      en: ['Product', 'Reference', 'Item'],
    },
  },
  quantity: { heads: { fr: ['Quantité', 'Qté', 'Nombre'], en: ['Quantity', 'Qty'] } },
  teeth: products.teeth,
  shade: products.shade,
  sector: products.sector,
  implantBrand: { heads: { fr: ['Marque de l’implant', 'Implant'], en: ['Implant brand', 'Implant'] } },
  implantPlatform: { heads: { fr: ['Plateforme de l’implant', 'Plateforme'], en: ['Implant platform', 'Platform'] } },
  deliveryOn: {
    isRequired: true,
    heads: {
      fr: [
        ...['Livraison', 'Date de livraison', 'Date livraison', 'Promis le', 'Date promise', 'Échéance'],
        ...[
          'Livraison prévue',
          'Livraison prévue le',
          'Date de livraison prévue',
          'Date prévue',
          'Prévu le',
          'À livrer le',
        ],
      ],
      en: [
        ...['Delivery', 'Delivery date', 'Promised for', 'Due', 'Due date', 'Due on'],
        ...['Expected delivery', 'Planned delivery', 'Expected on'],
      ],
    },
  },
  status: { heads: { fr: ['Statut', 'État', 'Étape'], en: ['Status', 'State', 'Stage'] } },
  printType: { heads: { fr: ['Empreinte', 'Type d’empreinte'], en: ['Impression', 'Impression type'] } },
  prescriber: {
    heads: { fr: ['Praticien', 'Prescripteur', 'Docteur'], en: ['Prescriber', 'Doctor', 'Dentist', 'Clinician'] },
  },
} as const satisfies Record<string, Field>

const byKind = { products, practices, people, cases }
export type FieldName = keyof typeof products | keyof typeof practices | keyof typeof cases

export type NamedField = { name: FieldName; isRequired: boolean; heads: Heads }

export const fieldsOf = (kind: ImportKind): NamedField[] =>
  Object.entries<Field>(byKind[kind]).map(([name, { isRequired = false, heads }]) => ({
    name: name as FieldName,
    isRequired,
    heads,
  }))

/** Each field's column; fields without one keep their value, or begin as on the screens. */
export type Columns = Partial<Record<FieldName, number>>

export const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()

export const isNameOfPerson = (name: FieldName): boolean => name === 'firstName' || name === 'lastName'

/**
 * Fields that need a column. A file of practices may have no person in it, whatever address stands beside a practice; but of
 * people with an address half a name is not enough, so there each half of it requires the other.
 */
export const requiredOf = (kind: ImportKind, columns: Columns): FieldName[] => {
  const bringsNamed = columns.email !== undefined && (columns.firstName !== undefined || columns.lastName !== undefined)
  return fieldsOf(kind).flatMap(({ name, isRequired }) =>
    isRequired || (bringsNamed && isNameOfPerson(name)) ? [name] : [],
  )
}

/** One column chosen for both names holds whole names: each person would be called twice. */
export const isNameTwice = ({ firstName, lastName }: Columns): boolean =>
  firstName !== undefined && firstName === lastName

/** Proposes fields by heading; a column is proposed for one field at most, and exact names take precedence. */
export function proposedColumns(kind: ImportKind, headings: readonly string[]): Columns {
  const plainHeadings = headings.map(plain)
  const columns: Columns = {}
  const taken = new Set<number>()
  const fields = fieldsOf(kind).map(({ name, heads }) => ({ name, words: [...heads.fr, ...heads.en].map(plain) }))
  const depth = Math.max(...fields.map(({ words }) => words.length))
  for (let rank = 0; rank < depth; rank += 1)
    for (const { name, words } of fields) {
      const word = words[rank]
      const place = word === undefined || name in columns ? -1 : plainHeadings.indexOf(word)
      if (place < 0 || taken.has(place)) continue
      columns[name] = place
      taken.add(place)
    }
  return kind === 'practices' ? withNameOfPractice(columns) : columns
}

/** "Nom" without a first name beside it, in a list that names no practice otherwise, is the name of the practice. */
function withNameOfPractice({ lastName, ...columns }: Columns): Columns {
  const isOfPractice = lastName !== undefined && columns.name === undefined && columns.firstName === undefined
  return { ...columns, ...(isOfPractice ? { name: lastName } : lastName !== undefined && { lastName }) }
}

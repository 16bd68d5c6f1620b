import type { PrintType } from '#features/cases/contract.ts'
import type { CatalogueProduct } from '#features/catalogue/contract.ts'
import { type Day, instantInZone } from '#kit/day.ts'
import { typedDay } from '#kit/web/typed-day.ts'
import { typedTime } from '#kit/web/typed-time.ts'
import type { NewOrder } from '../contract.ts'
import type { DraftContent, TemplateContent } from '../draft-contract.ts'
import { type PrescribedProduct, type Prescription, quantityOf, type TypedScan } from '../rules.ts'

/** `key` identifies a product of the entry while others are added and removed. */
export type EnteredProduct = PrescribedProduct & { readonly key: string }

/** The form's content as typed. */
export type Entry = {
  readonly patientCode: string
  readonly patient: string
  /** A doctor's id, or `another`; empty until one is chosen. */
  readonly prescriberId: string
  readonly prescriberName: string
  readonly printType: PrintType | undefined
  /** For an optical impression sent through a scanner's platform. */
  readonly scan?: TypedScan | undefined
  readonly products: readonly EnteredProduct[]
  /** Days as typed. */
  readonly appointmentDay: string
  readonly appointmentTime: string
  readonly wishedDate: string
  readonly comment: string
  readonly practiceReference: string
}

/** The choice of somebody without an account: a name is typed. */
export const another = 'other'

export const emptyEntry: Entry = {
  patientCode: '',
  patient: '',
  prescriberId: '',
  prescriberName: '',
  printType: undefined,
  products: [],
  appointmentDay: '',
  appointmentTime: '',
  wishedDate: '',
  comment: '',
  practiceReference: '',
}

export type Catalogue = ReadonlyMap<string, CatalogueProduct>

let lastKey = 0
/** Deterministic keys, so that visual snapshots of a page can be compared. */
export const withKey = (product: PrescribedProduct): EnteredProduct => {
  lastKey += 1
  return { ...product, key: `p${lastKey}` }
}

export const isEmpty = (entry: Entry) => JSON.stringify(contentOf(entry)) === JSON.stringify(contentOf(emptyEntry))

const said = (text: string | undefined) => text?.trim() || undefined

export function entryOf(content: DraftContent): Entry {
  const { products = [], printType, scan, ...texts } = content
  const typed = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
  return { ...emptyEntry, ...typed, printType, scan, products: products.map(withKey) }
}

/** The content of a draft, kept only on the server. Empty fields are left out. */
export function contentOf(entry: Entry): DraftContent {
  return {
    ...templateOf(entry),
    patientCode: said(entry.patientCode),
    patient: said(entry.patient),
    scan: entry.scan && { ...entry.scan },
    wishedDate: said(entry.wishedDate),
    practiceReference: said(entry.practiceReference),
    appointmentDay: said(entry.appointmentDay),
    appointmentTime: said(entry.appointmentTime),
  }
}

export const templateOf = ({ prescriberId, prescriberName, printType, comment, products }: Entry): TemplateContent => ({
  prescriberId: said(prescriberId),
  prescriberName: said(prescriberName),
  printType,
  comment: said(comment),
  products: products.map(({ key: _, teeth, pontics, implant, ...product }) => ({
    ...product,
    teeth: teeth && [...teeth],
    pontics: pontics && [...pontics],
    implant: implant && { ...implant },
  })),
})

/** The entry for the rules: days as stored, where they can be parsed. */
export const prescriptionOf = (entry: Entry, today: Day): Prescription => ({
  ...entry,
  ...prescriberOf(entry),
  scan: entry.printType === 'optical' ? entry.scan : undefined,
  wishedDate: typedDay(entry.wishedDate, today) ?? entry.wishedDate,
  appointmentDay: typedDay(entry.appointmentDay, today) ?? entry.appointmentDay,
  appointmentTime: typedTime(entry.appointmentTime) ?? entry.appointmentTime,
})

/** Only one of the two is sent. */
const prescriberOf = ({ prescriberId, prescriberName }: Entry) =>
  prescriberId === another
    ? { prescriberId: undefined, prescriberName }
    : { prescriberId: prescriberId || undefined, prescriberName: undefined }

function appointmentOf(entry: Entry, today: Day, zone: string): string | undefined {
  const day = typedDay(entry.appointmentDay, today)
  const time = typedTime(entry.appointmentTime)
  return day && time ? instantInZone(day, time, zone).toISOString() : undefined
}

type Where = { catalogue: Catalogue; today: Day; zone: string; draftId: string | undefined }

/** The order's body, for an entry without gaps. */
export function orderOf(entry: Entry, { catalogue, today, zone, draftId }: Where): NewOrder {
  const { printType } = entry
  if (!printType) throw new Error('An order without a print type has a gap.')
  return {
    patientCode: entry.patientCode.trim(),
    patient: said(entry.patient),
    ...prescriberOf(entry),
    printType,
    scan: printType === 'optical' ? scanOf(entry) : undefined,
    wishedDate: typedDay(entry.wishedDate, today),
    appointmentDate: appointmentOf(entry, today, zone),
    comment: said(entry.comment),
    practiceReference: said(entry.practiceReference),
    products: entry.products.map(product => productOf(product, catalogue)),
    draftId,
  }
}

const scanOf = ({ scan }: Entry) =>
  scan && { platform: scan.platform ?? '', caseNumber: scan.caseNumber ?? '', url: said(scan.url) }

function productOf(product: EnteredProduct, catalogue: Catalogue): NewOrder['products'][number] {
  const { reference, teeth = [], pontics = [], sector, implant } = product
  const needs = catalogue.get(reference)?.needs
  const [brand, platform] = [said(implant?.brand), said(implant?.platform)]
  return {
    reference,
    quantity: needs ? quantityOf(product, needs) : (product.quantity ?? 1),
    teeth: [...teeth],
    pontics: [...pontics],
    sector,
    shade: said(product.shade),
    complementaryShade: said(product.complementaryShade),
    implant: brand && platform ? { brand, platform } : undefined,
    note: said(product.note),
  }
}

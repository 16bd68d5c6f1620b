import type { Case } from '#features/cases/contract.ts'
import type { TemplateContent } from '../draft-contract.ts'
import { type PrescribedProduct, withoutUnasked } from '../rules.ts'
import { another, type Catalogue, type EnteredProduct, type Entry, emptyEntry, withKey } from './entry.ts'

/** The source the form was filled in from, and its content before. */
export type Started = { from: From; leftOut: string[]; before: Entry }
type From = { template: string } | { code: string; isWorkAlone?: boolean }

/** The entry with the products still in the catalogue, and the names of those that no longer are. */
export type Start = { entry: Entry; leftOut: string[] }

export function startFromTemplate(content: TemplateContent, before: Entry, catalogue: Catalogue): Start {
  const { products = [] } = content
  return {
    entry: {
      ...before,
      prescriberId: content.prescriberId ?? before.prescriberId,
      prescriberName: content.prescriberName ?? before.prescriberName,
      printType: content.printType ?? before.printType,
      comment: content.comment ?? before.comment,
      products: products.flatMap(product => known(product, catalogue)),
    },
    leftOut: products.filter(({ reference }) => !catalogue.has(reference)).map(({ reference }) => reference),
  }
}

/** Repeats the last products and impression type, but not the teeth and their fields, which differ each time. */
export function likeWorkOf(one: Case, catalogue: Catalogue) {
  const { entry, leftOut } = startFromCase(one, catalogue)
  const products = entry.products.map(
    ({ key, teeth = [], quantity, sector, reference, shade, complementaryShade }) => ({
      key,
      reference,
      shade,
      complementaryShade,
      ...(teeth.length === 0 && { quantity, sector }),
    }),
  )
  return { products, printType: one.printType, leftOut }
}
export type LastWork = ReturnType<typeof likeWorkOf>

/** Keeps patient and prescriber, but not the dates. */
export function startFromCase(one: Case, catalogue: Catalogue): Start {
  const products = one.products.map(product => ({
    reference: product.reference,
    quantity: product.quantity,
    teeth: product.teeth,
    pontics: product.pontics,
    sector: product.sector ?? undefined,
    shade: product.shade ?? undefined,
    complementaryShade: product.complementaryShade ?? undefined,
    implant: product.implant ?? undefined,
    note: product.note ?? undefined,
  }))
  return {
    entry: {
      ...emptyEntry,
      patientCode: one.patientCode,
      patient: one.patient ?? '',
      ...(one.prescriberId
        ? { prescriberId: one.prescriberId }
        : one.prescriber && { prescriberId: another, prescriberName: one.prescriber }),
      printType: one.printType,
      products: products.flatMap(product => known(product, catalogue)),
    },
    leftOut: one.products.filter(({ reference }) => !catalogue.has(reference)).map(({ label }) => label),
  }
}

function known(product: PrescribedProduct, catalogue: Catalogue): EnteredProduct[] {
  const found = catalogue.get(product.reference)
  return found ? [withKey(withoutUnasked(product, found.needs))] : []
}

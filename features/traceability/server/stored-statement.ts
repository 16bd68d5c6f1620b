import * as v from 'valibot'
import { problem } from '#kit/problem.ts'
import { cutTo } from '#kit/server/cut.ts'
import { releasePoints } from '../rules.ts'

/** The version in which new statements are signed. */
export const statementVersion = 2

const text = v.nullable(v.string())
const numbers = v.array(v.number())

/**
 * The schema in which statements of this version were signed and are kept (10 years, 15 if implantable): never changed. A
 * different shape needs a new version, with a reader that converts this one. Deliberately independent of the contract.
 */
const Version1 = v.object({
  laboratory: v.object({ name: v.string(), phone: v.string(), address: v.array(v.string()) }),
  practice: v.object({ name: v.string(), address: v.array(v.string()) }),
  prescriber: text,
  code: v.string(),
  patientCode: v.string(),
  printType: v.picklist(['optical', 'physical']),
  registeredOn: v.string(),
  products: v.array(
    v.object({
      caseSequence: v.number(),
      reference: v.string(),
      label: v.object({ fr: v.string(), en: v.string() }),
      quantity: v.number(),
      shade: text,
      complementaryShade: text,
      teeth: numbers,
      pontics: numbers,
      sector: v.nullable(v.picklist(['upper', 'lower', 'both', 'archs'])),
      implant: v.nullable(v.object({ brand: v.string(), platform: v.string() })),
      note: text,
      materials: v.array(
        v.object({
          name: v.string(),
          maker: v.string(),
          lot: v.string(),
          expiresOn: v.optional(v.string()),
          /** "EN ISO 6872:2024" */
          standard: v.optional(v.string()),
        }),
      ),
      /** From an import, where the bench has entered no materials. */
      traceability: text,
    }),
  ),
  /** Requirements of Annex I that are not fully met, and why. */
  unmetRequirements: text,
  /** Medicinal substances, human or animal tissues. */
  substances: text,
})

const version2Material = v.object({
  ...Version1.entries.products.item.entries.materials.item.entries,
  certificate: v.optional(v.string()),
  certificateEndsOn: v.optional(v.string()),
})

/** Adds the certificates of materials, every site of manufacture (Annex XIII, 1), and the check on release. */
const Version2 = v.object({
  ...Version1.entries,
  products: v.array(v.object({ ...Version1.entries.products.item.entries, materials: v.array(version2Material) })),
  sites: v.array(v.object({ name: v.string(), address: v.array(v.string()), work: v.string() })),
  release: v.nullable(
    v.object({ points: v.array(v.picklist(releasePoints)), note: text, by: v.string(), on: v.string() }),
  ),
})

/**
 * The content of the statement at signing (EU MDR 2017/745, Annex XIII, 1). Derived from case and bench, never retyped; the
 * patient is a code.
 */
export type StatementContent = v.InferOutput<typeof Version2>
export type TracedProduct = StatementContent['products'][number]

const readers: Readonly<Record<number, (content: unknown) => StatementContent>> = {
  1: content => ({ ...cutTo(Version1, content), sites: [], release: null }),
  2: content => cutTo(Version2, content),
}

export function readStatement({ content, content_version }: { content: unknown; content_version: number }) {
  const reader = readers[content_version]
  // Signed by a newer release, which another process runs, or this one will after its next start.
  if (!reader) throw problem('unavailable', { retryAfter: 5 })
  return reader(content)
}

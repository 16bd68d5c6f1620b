import * as v from 'valibot'
import { mergePatch } from '#kit/merge-patch.ts'
import {
  type AccountField,
  type AccountPart,
  type Difference,
  type Documents,
  documentShapes,
  type Value,
} from './contract.ts'

/** What may be asked for in each part. Names that stand in none, like the office address, are the laboratory's alone. */
export const fieldsOf = {
  personal_information: ['title', 'firstName', 'lastName', 'login', 'email', 'phone'],
  contact_information: ['phone', 'mobile', 'emails'],
  delivery_instruction: ['deliveryInstruction', 'deliveryDays', 'openingDays'],
} as const satisfies Record<AccountPart, readonly AccountField[]>

/** Whoever takes these over signs in as this user. */
const guarded: readonly AccountField[] = ['login', 'email']
export const isGuarded = ({ field }: Pick<Difference, 'field'>): boolean => guarded.includes(field)

type Changed = Pick<Difference, 'field' | 'after'>
type Values = { readonly [Field in AccountField]?: Value | undefined }

export const isSame = (one: Value, other: Value): boolean => JSON.stringify(one) === JSON.stringify(other)

const patchOf = (changes: readonly Changed[]) => Object.fromEntries(changes.map(({ field, after }) => [field, after]))

/** The document of this shape with these changes. */
export const changedBy = <Shape extends v.GenericSchema>(
  shape: Shape,
  document: v.InferOutput<Shape>,
  changes: readonly Changed[],
): v.InferOutput<Shape> => v.parse(shape, mergePatch(document, patchOf(changes)))

/**
 * What a merge patch comes to, field by field against what holds. Patches build on each other: it is merged into what the
 * same person has asked for already, so that a field set back to what holds is asked for no longer.
 */
export function wantedBy<Part extends AccountPart>(
  part: Part,
  document: Documents[Part],
  asked: readonly Changed[],
  patch: object,
): Difference[] {
  const held: Values = document
  const wanted: Values = v.parse(documentShapes[part], mergePatch(mergePatch(document, patchOf(asked)), patch))
  return fieldsOf[part].flatMap(field => {
    const [before, after] = [held[field] ?? null, wanted[field] ?? null]
    return isSame(before, after) ? [] : [{ field, before, after }]
  })
}

/** Whether the password is asked for before this may be wanted: not for what has been asked for with it already. */
export const needsPassword = (wanted: readonly Difference[], asked: readonly Changed[]): boolean =>
  wanted.some(one => isGuarded(one) && asked.find(({ field }) => field === one.field)?.after !== one.after)

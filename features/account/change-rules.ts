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

/** The fields that can be requested in each part. Fields of none, like the office address, only the laboratory can change. */
export const fieldsOf = {
  personal_information: ['title', 'firstName', 'lastName', 'login', 'email', 'phone'],
  contact_information: ['phone', 'mobile', 'emails'],
  delivery_instruction: ['deliveryInstruction', 'deliveryDays', 'openingDays'],
} as const satisfies Record<AccountPart, readonly AccountField[]>

/** Control of these fields suffices to sign in as the user. */
const guarded: readonly AccountField[] = ['login', 'email']
export const isGuarded = ({ field }: Pick<Difference, 'field'>): boolean => guarded.includes(field)

type Changed = Pick<Difference, 'field' | 'after'>
type Values = { readonly [Field in AccountField]?: Value | undefined }

export const isSame = (one: Value, other: Value): boolean => JSON.stringify(one) === JSON.stringify(other)

const patchOf = (changes: readonly Changed[]) => Object.fromEntries(changes.map(({ field, after }) => [field, after]))

/** The document with these changes applied, checked by its schema. */
export const changedBy = <Shape extends v.GenericSchema>(
  shape: Shape,
  document: v.InferOutput<Shape>,
  changes: readonly Changed[],
): v.InferOutput<Shape> => v.parse(shape, mergePatch(document, patchOf(changes)))

/**
 * The differences that a merge patch makes to the current values, field by field. Patches accumulate: each is merged into the
 * same user's earlier request, so that a field set back to its current value is no longer requested.
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

/** Whether the password is required: not for guarded fields that were already requested with it, unchanged. */
export const needsPassword = (wanted: readonly Difference[], asked: readonly Changed[]): boolean =>
  wanted.some(one => isGuarded(one) && asked.find(({ field }) => field === one.field)?.after !== one.after)

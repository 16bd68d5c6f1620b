import { recordDeed } from '#features/audit/server/sql.ts'
import { insertNote } from '#features/cases/server/changes-sql.ts'
import { hasOpenRequest } from '#features/cases/server/requests-sql.ts'
import { applyChange, type PrescribeShade } from '#features/cases/server/stored-change-sql.ts'
import { inEach } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { noteOf, ofPractice, workNotes } from './change-notes.ts'
import { caseChangeOf } from './changed-work.ts'
import { listOrdered, type OrderedProduct } from './ordered-sql.ts'

/**
 * Writes the shade given in answer to the laboratory's question into the prescription, which the bench, the signed
 * statement and a remake read. The case must be locked.
 */
export const prescribeShade: PrescribeShade = async (user, order, { shade, caseSequence }, requestId) => {
  const ordered = await listOrdered(user, order.id)
  const shaded = ordered.filter(hasShade)
  const before = caseSequence === undefined ? shaded[0] : shaded.find(row => row.case_sequence === caseSequence)
  if (caseSequence !== undefined && !before)
    throw problem('input_invalid', { errors: [{ path: 'caseSequence', code: 'not_of_this_case' }] })
  // Work without a shade: the answer is read on the timeline alone.
  if (!before) return undefined
  if (caseSequence === undefined && shaded.length > 1)
    throw problem('input_invalid', { errors: [{ path: 'caseSequence', code: 'required' }] })
  if (before.shade === shade) return undefined
  // A pending request stores the whole change: granted later, it would undo this one.
  if (await hasOpenRequest(user, order.id, 'change')) return 'request_open'
  const changed = [{ before, after: { ...before, shade } }]
  await applyChange(user, order, caseChangeOf(ordered, changed, undefined))
  const note = inEach(language => noteOf(workNotes(changed, false, language), ofPractice[language].changed))
  await insertNote(user, order.id, note)
  await recordDeed(user, 'order_changed', requestId, order.id)
  return undefined
}

/** By the catalogue, or for imported work, which stands in none, by having one. */
const hasShade = ({ shade, shade_need }: OrderedProduct) => (shade_need ?? 'none') !== 'none' || shade !== null

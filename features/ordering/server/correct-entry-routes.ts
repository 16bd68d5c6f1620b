import { renameForPatient } from '#features/attachments/server/sql.ts'
import { recordDeed } from '#features/audit/server/sql.ts'
import { isAtLaboratory } from '#features/cases/rules.ts'
import { insertNote } from '#features/cases/server/changes-sql.ts'
import { type Entry, lockEntry, markUnread, setDates, setWhose, type Whose } from '#features/cases/server/entry-sql.ts'
import { hasOpenRequest } from '#features/cases/server/requests-sql.ts'
import { applyChange } from '#features/cases/server/stored-change-sql.ts'
import { inEach, type Language } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { may } from '#tenancy/rights.ts'
import { onBehalfOf } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { correctionCalls } from '../correction-contract.ts'
import { dateGaps } from '../rules.ts'
import { dateNotes, noteOf, whoseNotes, workNotes } from './change-notes.ts'
import { caseChangeOf, changedProducts, isMoreForNothing } from './changed-work.ts'
import { listOrdered } from './ordered-sql.ts'
import { spellingOf } from './patient-sql.ts'
import { listDoctors } from './prescriber-sql.ts'

/** Staff who work on cases correct what was misread from a slip: the practice may not use the portal at all. */
export function correctEntryRoutes(api: Api) {
  on(api, correctionCalls.correct, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const { patientCode, patient, prescriberId, prescriberName, practiceReference, ...change } = body
    const errors = dateGaps(
      { wishedDate: change.wishedDate ?? undefined, appointmentDate: change.appointmentDate ?? undefined },
      { now: new Date(), timeZone: staff.timeZone },
    )
    if (prescriberId && prescriberName) errors.push({ path: 'prescriberName', code: 'not_asked' })
    if (errors.length > 0) throw problem('input_invalid', { errors })
    const entry = await lockEntry(staff, params.id)
    if (!entry) throw problem('not_found')
    if (!isAtLaboratory(entry)) return refuse('order_over')
    if (entry.ordered_by !== null || entry.remake_of !== null) return refuse('ordered_by_practice')

    const practice = onBehalfOf(staff, entry.practice_id)
    const doctors = prescriberId ? await listDoctors(practice) : []
    const doctor = doctors.find(({ id }) => id === prescriberId)
    if (prescriberId && !doctor)
      throw problem('input_invalid', { errors: [{ path: 'prescriberId', code: 'not_in_practice' }] })
    const isOther = prescriberName !== undefined || prescriberId !== entry.prescriber_id
    const whose: Whose = {
      patient_code: patientCode === undefined ? entry.patient_code : await spellingOf(practice, patientCode, entry.id),
      patient: patient === undefined ? entry.patient : patient,
      // An unchanged prescriber keeps the name as written then.
      prescriber: isOther ? (doctor?.name ?? prescriberName ?? entry.prescriber) : entry.prescriber,
      prescriber_id: doctor ? doctor.id : prescriberName ? null : entry.prescriber_id,
      practice_reference: practiceReference === undefined ? entry.practice_reference : practiceReference,
    }
    const dates = datesAfter(entry, change)
    const ordered = await listOrdered(practice, entry.id)
    const changed = changedProducts(ordered, change)
    const comment = change.comment === undefined || change.comment === entry.comment ? undefined : change.comment
    const notes = inEach(language => [
      ...whoseNotes(entry, whose, language),
      ...dateNotes(datesOf(entry), datesOf({ ...entry, ...dates }), language, staff.timeZone),
      ...workNotes(changed, comment !== undefined, language),
    ])
    // A repeated request finds nothing left to change.
    if (notes[staff.language].length === 0) return { data: { isCorrected: false } }
    const isWork = changed.length > 0 || comment !== undefined
    // A pending request stores the whole change: granted later, it would undo the correction.
    if (isWork && (await hasOpenRequest(staff, entry.id, 'change'))) return refuse('request_open')
    if (changed.some(each => isMoreForNothing(each, false)) && !may(staff, 'billing')) return refuse('offered')
    if (!isSame(entry, whose)) await setWhose(staff, entry.id, whose)
    if (entry.patient_code !== whose.patient_code || entry.patient !== whose.patient)
      await renameForPatient(staff, entry.id, entry, whose)
    if (Object.keys(dates).length > 0) await setDates(staff, entry.id, dates)
    await applyChange(staff, entry, caseChangeOf(ordered, changed, comment))
    const note = inEach(language => noteOf(notes[language], corrected[language]))
    await markUnread(staff, entry)
    await insertNote(staff, entry.id, note)
    await recordDeed(staff, 'order_changed', requestId, entry.id)
    return { data: { isCorrected: true } }
  })
}

const corrected: Record<Language, string> = {
  fr: 'Saisie corrigée par le laboratoire\u00a0: ',
  en: 'Entry corrected by the laboratory: ',
}

const isSame = (before: Whose, after: Whose) =>
  before.patient_code === after.patient_code &&
  before.patient === after.patient &&
  before.prescriber === after.prescriber &&
  before.prescriber_id === after.prescriber_id &&
  before.practice_reference === after.practice_reference

const datesOf = ({ wished_on, appointment_at }: Pick<Entry, 'wished_on' | 'appointment_at'>) => ({
  wishedOn: wished_on,
  appointmentAt: appointment_at,
})

/** Only changed dates: the same instant may come with another offset. */
function datesAfter(
  entry: Entry,
  {
    wishedDate,
    appointmentDate,
  }: { wishedDate?: string | null | undefined; appointmentDate?: string | null | undefined },
) {
  const time = (instant: string | null) => (instant === null ? null : new Date(instant).getTime())
  const isMoved = appointmentDate !== undefined && time(appointmentDate) !== time(entry.appointment_at)
  return {
    ...(wishedDate !== undefined && wishedDate !== entry.wished_on && { wished_on: wishedDate }),
    ...(isMoved && { appointment_at: appointmentDate && new Date(appointmentDate).toISOString() }),
  }
}

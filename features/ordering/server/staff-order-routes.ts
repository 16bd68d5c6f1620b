import { recordDeed } from '#features/audit/server/sql.ts'
import { insertStep, setOrder } from '#features/cases/server/changes-sql.ts'
import { markUnread } from '#features/cases/server/entry-sql.ts'
import { familiesOf } from '#features/catalogue/server/families.ts'
import { findCalendar, listProducts } from '#features/catalogue/server/sql.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { onBehalfOf } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffOrderingCalls } from '../staff-contract.ts'
import { createOrder } from './create-order.ts'
import { listPatients } from './patient-sql.ts'
import { practiceOf } from './practice-sql.ts'
import { prescribersOf } from './prescriber-routes.ts'
import { answerPromise } from './promise-answer.ts'

/** The laboratory enters orders that were not placed in the portal: half of its work comes with a slip of paper. */
export function staffOrderRoutes(api: Api) {
  on(api, staffOrderingCalls.prepare, asStaff, async ({ actor: staff, params }) => {
    const practice = await practiceOf(staff, params.id)
    const asking = onBehalfOf(staff, practice.id)
    const [rows, calendar, prescribers] = await Promise.all([
      listProducts(asking),
      findCalendar(asking),
      prescribersOf(asking),
    ])
    const families = familiesOf(rows, staff.language, false)
    return { data: { practice, families, prescribers, appointmentBufferDays: calendar.appointmentBufferDays } }
  })

  on(api, staffOrderingCalls.patients, asStaff, async ({ actor: staff, params, query }) => {
    const practice = await practiceOf(staff, params.id)
    return { data: await listPatients(onBehalfOf(staff, practice.id), query.code) }
  })

  on(api, staffOrderingCalls.promise, asStaff, async ({ actor: staff, params, body }) => {
    const { isImpressionHere, ...question } = body
    const practice = await practiceOf(staff, params.id)
    return { data: await answerPromise(onBehalfOf(staff, practice.id), question, { isImpressionHere }) }
  })

  on(api, staffOrderingCalls.enter, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const { isImpressionHere: saysHere, promisedDate, ...order } = body
    const isImpressionHere = saysHere && order.printType === 'physical'
    const practice = await practiceOf(staff, params.id)
    if (practice.isDisabled) return refuse('practice_disabled')
    const { id, code, deliveryDate } = await createOrder(onBehalfOf(staff, practice.id), order, {
      isImpressionHere,
      note: entered,
      agree: promise => {
        if (promisedDate !== undefined && promisedDate !== (promise?.deliveryDate ?? null))
          refuse('promise_changed', { present: promise })
      },
    })
    await recordDeed(staff, 'order_created', requestId, id)
    // With the impression at hand and a day known, the case is accepted at once: no second intake, and no driver is sent.
    const isAccepted = isImpressionHere && deliveryDate !== null
    if (isAccepted) {
      await setOrder(staff, { id }, { status: 'in_preparation', delivery_on: deliveryDate })
      await insertStep(staff, id, { status: 'in_preparation' })
      await recordDeed(staff, 'order_status_changed', requestId, id)
    }
    await markUnread(staff, { id, practice_id: practice.id })
    return { data: { id, code, deliveryDate, isAccepted } }
  })
}

/** For both sides' readers of the case. */
const entered = {
  fr: 'Saisi par le laboratoire d’après le bon ou l’appel du cabinet.',
  en: 'Entered by the laboratory, from the slip or call of the practice.',
}

import { fullName } from '#features/account/rules.ts'
import { recordEvent } from '#features/audit/server/sql.ts'
import { insertMessages } from '#features/cases/server/changes-sql.ts'
import { findOwnName } from '#features/people/server/own-sql.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { recallCalls } from '../contract.ts'
import { insertNotices, listCasesWith, listUntold, lockLot } from './recall-sql.ts'
import { findLot, setLotState } from './sql.ts'

export function recallRoutes(api: Api) {
  on(api, recallCalls.find, asStaff, async ({ actor: staff, params }) => {
    const [lot, { cases, counts }] = await Promise.all([findLot(staff, params.id), listCasesWith(staff, params.id)])
    if (!lot) throw problem('not_found')
    return { data: { ...lot, cases, counts } }
  })

  on(api, recallCalls.recall, asStaff, async ({ actor: staff, params, body, requestId }) => {
    const lot = await lockLot(staff, params.id)
    if (!lot) throw problem('not_found')
    const name = fullName(await findOwnName(staff))
    await setLotState(staff, lot.id, { state: 'blocked', because: body.because }, { name })
    const untold = await listUntold(staff, lot.id)
    if (untold.length > 0) {
      await insertNotices(staff, lot.id, await insertMessages(staff, untold, body.message), name)
    }
    const { userId, sessionId } = staff
    await recordEvent(staff, { kind: 'lot_recalled', requestId, userId, sessionId, subjectId: lot.id })
    return { data: { told: untold.length } }
  })
}

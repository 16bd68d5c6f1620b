import { type Api, on } from '#kit/server/serve.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffNoticeCalls } from '../contract.ts'
import { findStaffNotices, setStaffNotices } from './notice-sql.ts'

export function staffNoticeRoutes(api: Api) {
  on(api, staffNoticeCalls.show, asStaff, async ({ actor: staff }) => ({ data: await findStaffNotices(staff) }))

  on(api, staffNoticeCalls.change, asStaff, async ({ actor: staff, body }) => {
    await setStaffNotices(staff, body)
    return { data: await findStaffNotices(staff) }
  })
}

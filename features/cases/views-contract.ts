import * as v from 'valibot'
import { data, endpoint, Id } from '#kit/contract.ts'
import { RealDay } from '#kit/input.ts'
import { CaseQuery } from './list-contract.ts'
import { movingPeriods } from './moving-periods.ts'
import { ViewName } from './views-input.ts'

/** A period that moves with the calendar, or fixed days. */
const ViewPeriod = v.strictObject({
  moving: v.optional(v.picklist(movingPeriods)),
  from: v.optional(RealDay),
  to: v.optional(RealDay),
})
export type ViewPeriod = v.InferOutput<typeof ViewPeriod>

const { sort_by, sort_order, delivery, hold, waiting, prescriber, family, statuses } = CaseQuery.entries

/** What the list's address holds, except the page and the search words: those may name a patient. */
export const ViewContent = v.strictObject({
  tab: v.optional(v.picklist(['history', 'all'])),
  sort_by,
  sort_order,
  delivery,
  hold,
  waiting,
  prescriber,
  family,
  statuses,
  appointmentOn: v.optional(ViewPeriod),
  deliveryOn: v.optional(ViewPeriod),
})
export type ViewContent = v.InferOutput<typeof ViewContent>

const CaseView = v.object({ id: Id, name: v.string(), content: ViewContent })
export type CaseView = v.InferOutput<typeof CaseView>

export const viewCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/case-views',
    needs: 'cases',
    summary: 'Lists of cases that this user keeps under a name, in the order of their names',
    reply: data(v.array(CaseView)),
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/case-views',
    needs: 'cases',
    summary: 'Keeps a list of cases under a name',
    status: 201,
    creates: true,
    body: v.strictObject({ ...ViewName.entries, content: ViewContent }),
    reply: data(CaseView),
    refusals: { view_name_taken: 409, too_many_views: 409 },
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/case-views/:id',
    needs: 'cases',
    summary: 'Gives a list of cases another name',
    body: ViewName,
    reply: data(CaseView),
    refusals: { view_name_taken: 409 },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/case-views/:id',
    needs: 'cases',
    summary: 'Forgets a list of cases',
    status: 204,
  }),
}

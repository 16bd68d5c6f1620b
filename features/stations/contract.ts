import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'
import { CheckIn, StationChange } from './input.ts'

const Station = v.object({ id: Id, name: v.string() })
export type Station = v.InferOutput<typeof Station>

const ListedStation = v.object({
  ...Station.entries,
  /** The case currently there; its scan can be taken back by `checkInId`. */
  here: v.nullable(v.object({ checkInId: Id, orderId: Id, code: v.string(), since: Instant })),
})
export type ListedStation = v.InferOutput<typeof ListedStation>

const CheckedIn = v.object({
  /** Id of the case. */
  id: Id,
  code: v.string(),
  /** The station's current name. */
  station: v.string(),
  /** True after checking in, false after checking out. */
  isHere: v.boolean(),
  /** The case has been shipped or cancelled: it was found, but checked in nowhere. */
  hasLeft: v.boolean(),
  /** After checking in: the id for taking the check-in back. */
  checkInId: v.nullable(Id),
  /** After checking out: the minutes it was here; null when too long to have been working time. */
  minutes: v.nullable(v.number()),
  /** Code of the case that was here before and has been replaced. */
  before: v.nullable(v.string()),
})
export type CheckedIn = v.InferOutput<typeof CheckedIn>

export const stationCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/stations',
    needs: 'production',
    summary: 'The places at which cases are worked on, each with the case that is there now',
    reply: data(v.array(ListedStation)),
  }),
  checkIn: endpoint({
    method: 'POST',
    path: '/api/staff/stations/check-ins',
    needs: 'production',
    summary: 'A label was scanned at a place: its case is worked on there, or no more where it was there already',
    body: CheckIn,
    reply: data(CheckedIn),
  }),
  takeBack: endpoint({
    method: 'DELETE',
    path: '/api/staff/stations/check-ins/:id',
    needs: 'production',
    summary: 'That scan was a mistake: all is as it was before it. For ten minutes, while its case is still there',
    status: 204,
    refusals: { check_in_over: 409 },
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/staff/stations/:id',
    needs: 'settings',
    summary:
      'Renames a place; by the name of another one the two become one. Devices that still say the old name mean it too',
    body: StationChange,
    reply: data(Station),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/staff/stations/:id',
    needs: 'settings',
    summary: 'Takes a place away, and the times that were measured there',
    status: 204,
  }),
}

import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'
import { CheckIn, StationChange } from './input.ts'

const Station = v.object({ id: Id, name: v.string() })
export type Station = v.InferOutput<typeof Station>

const ListedStation = v.object({
  ...Station.entries,
  /** The case that is there at the moment; by `checkInId` its scan is taken back. */
  here: v.nullable(v.object({ checkInId: Id, orderId: Id, code: v.string(), since: Instant })),
})
export type ListedStation = v.InferOutput<typeof ListedStation>

const CheckedIn = v.object({
  /** The case. */
  id: Id,
  code: v.string(),
  /** As it is called there. */
  station: v.string(),
  /** It is here from now on; otherwise it was, and has been checked out. */
  isHere: v.boolean(),
  /** It has left the laboratory, or was called off: it was found, and checked in nowhere. */
  hasLeft: v.boolean(),
  /** Of what is here now: by it the check-in is taken back. */
  checkInId: v.nullable(Id),
  /** Of what was checked out: how long it was here; null where that was so long that nobody can have worked all the time. */
  minutes: v.nullable(v.number()),
  /** What was here before it, and is no more. */
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

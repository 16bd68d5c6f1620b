import * as v from 'valibot'
import { data, endpoint, Id } from '#kit/contract.ts'
import { CheckIn } from './input.ts'

const CheckedIn = v.object({
  /** The case. */
  id: Id,
  code: v.string(),
  /** As it was first written. */
  station: v.string(),
  /** It is here from now on; otherwise it was, and has been checked out. */
  isHere: v.boolean(),
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
    summary: 'The places at which cases are worked on',
    reply: data(v.array(v.object({ id: Id, name: v.string() }))),
  }),
  checkIn: endpoint({
    method: 'POST',
    path: '/api/staff/stations/check-ins',
    needs: 'production',
    summary: 'A label was scanned at a place: its case is worked on there, or no more where it was there already',
    body: CheckIn,
    reply: data(CheckedIn),
  }),
}

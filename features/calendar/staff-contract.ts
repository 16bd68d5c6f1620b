import * as v from 'valibot'
import { MovedOrder } from '#features/absences/contract.ts'
import { CutOffs, Shift } from '#features/rides/contract.ts'
import { Day, data, endpoint } from '#kit/contract.ts'
import { Change, Closure, NewWeek, Rounds, Week, YearToFill } from './input.ts'

const whole = v.pipe(v.number(), v.integer())

const Effect = v.object({
  /** Deliveries promised for one of these days, over all practices. */
  deliveries: whole,
  /** The number of those that would come after their patient, and do not already. */
  late: whole,
  /** The number of late ones that could be delivered on an earlier day instead. */
  early: whole,
  /** The first of them, late ones before all others. `to` is null when there is no possible day within reach: it stays. */
  shown: v.array(
    v.object({
      ...MovedOrder.entries,
      practice: v.string(),
      to: v.nullable(Day),
      /** For a late one: the last possible day before its patient. */
      early: v.nullable(Day),
    }),
  ),
  /** Open pickups: they stay until somebody cancels them. */
  pickups: v.array(v.object({ practice: v.string(), date: Day, shift: Shift })),
})
export type Effect = v.InferOutput<typeof Effect>

export const ClosedDay = v.object({ day: Day, nameFr: v.string(), nameEn: v.string() })
export type ClosedDay = v.InferOutput<typeof ClosedDay>

const moved = data(v.object({ moved: whole }))

export const staffCalendarCalls = {
  show: endpoint({
    method: 'GET',
    path: '/api/staff/calendar',
    needs: 'settings',
    summary: 'When the laboratory works and drives, and its closed days from last month on',
    reply: data(
      v.object({
        week: v.object(Week.entries),
        rounds: CutOffs,
        closed: v.array(ClosedDay),
        /** Version of week and rounds as read; a save based on an older one is refused. */
        version: v.string(),
      }),
    ),
  }),
  look: endpoint({
    method: 'POST',
    path: '/api/staff/calendar/effect',
    needs: 'settings',
    summary: 'What a change would take away that has been promised; changes nothing',
    body: v.strictObject({ change: Change }),
    reply: data(Effect),
  }),
  setWeek: endpoint({
    method: 'PUT',
    path: '/api/staff/calendar/week',
    needs: 'settings',
    summary: 'The working days of every week, for promises from now on',
    body: NewWeek,
    reply: moved,
  }),
  setRounds: endpoint({
    method: 'PUT',
    path: '/api/staff/calendar/rounds',
    needs: 'settings',
    summary: 'Until when pickups are asked for in each shift, and what differs on a weekday',
    status: 204,
    body: Rounds,
  }),
  close: endpoint({
    method: 'POST',
    path: '/api/staff/calendar/closures',
    needs: 'settings',
    summary: 'Closes the laboratory for some days; a day that was closed keeps its name',
    status: 201,
    creates: true,
    body: Closure,
    reply: moved,
  }),
  fill: endpoint({
    method: 'POST',
    path: '/api/staff/calendar/years',
    needs: 'settings',
    summary: 'Closes the laboratory on the public holidays of France in a year; a day that was closed keeps its name',
    status: 201,
    creates: true,
    body: YearToFill,
    reply: moved,
  }),
  open: endpoint({
    method: 'DELETE',
    path: '/api/staff/calendar/closures/:day',
    needs: 'settings',
    summary: 'Opens the laboratory on a day again; what is promised stays as it was said',
    status: 204,
  }),
}

import * as v from 'valibot'
import { MovedOrder } from '#features/absences/contract.ts'
import { CutOffs, Shift } from '#features/rides/contract.ts'
import { Day, data, endpoint } from '#kit/contract.ts'
import { Change, Closure, NewWeek, Rounds, Week, YearToFill } from './input.ts'

const whole = v.pipe(v.number(), v.integer())

const Effect = v.object({
  /** Promised for one of these days, over all practices. */
  deliveries: whole,
  /** … of which so many would come after their patient, and do not so already. */
  late: whole,
  /** … and so many of those could come before, on a day that will do. */
  early: whole,
  /** The first of them, those that come too late before all others. `to` is null where no day within reach will do: it stays. */
  shown: v.array(
    v.object({
      ...MovedOrder.entries,
      practice: v.string(),
      to: v.nullable(Day),
      /** Of what would come after its patient: the last day before that will do. */
      early: v.nullable(Day),
    }),
  ),
  /** Asked for and not done: they stay until somebody calls them off. */
  pickups: v.array(v.object({ practice: v.string(), date: Day, shift: Shift })),
})
export type Effect = v.InferOutput<typeof Effect>

const ClosedDay = v.object({ day: Day, nameFr: v.string(), nameEn: v.string() })
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
        /** Of week and rounds as they were read: who follows another is refused. */
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

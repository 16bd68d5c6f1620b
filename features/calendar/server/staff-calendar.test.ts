import { describe, expect, it } from 'vitest'
import { addDays, type Day, weekday } from '#kit/day.ts'
import { listenTo } from '#test/events.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice } from '#test/make.ts'
import { today } from '#test/today.ts'

const { make, as, request } = startTestApp()

/** The first such weekday at least that many days from today. */
const coming = (wanted: number, ahead = 7): Day => {
  let day = addDays(today, ahead)
  while (weekday(day) !== wanted) day = addDays(day, 1)
  return day
}
const tuesday = coming(2)

type Call = Awaited<ReturnType<typeof as>>
const show = async (call: Call) => (await (await call('/api/staff/calendar')).json()).data
const look = async (call: Call, change: object) =>
  (await (await call('/api/staff/calendar/effect', { body: { change } })).json()).data
const close = (call: Call, from: Day, to: Day, moves: boolean, others: object = {}) =>
  call('/api/staff/calendar/closures', {
    body: { from, to, nameFr: 'Inventaire', nameEn: 'Stocktaking', moves, ...others },
  })
const setWeek = async (call: Call, week: object, moves = false) => {
  const { week: now, version } = await show(call)
  return call('/api/staff/calendar/week', { method: 'PUT', body: { ...now, version, ...week, moves } })
}
const setRounds = async (call: Call, rounds: object) => {
  const { rounds: now, version } = await show(call)
  return call('/api/staff/calendar/rounds', { method: 'PUT', body: { ...now, version, ...rounds } })
}
const told = async (answer: Response) => {
  const { status, code, errors } = await problemOf(answer)
  return [status, code, ...(errors ?? []).map(error => `${error.path} ${error.code}`)]
}

async function opened(values: Record<string, unknown> = {}) {
  const laboratory = await make.laboratory(values)
  const practice = await make.practice(laboratory, { name: 'Cabinet A' })
  return { laboratory, practice, call: await as(await make.user(laboratory)) }
}
const promised = (practice: TestPractice, code: string, day: Day, values: Record<string, unknown> = {}) =>
  make.order(practice, { code, delivery_on: day, status: 'in_production', is_delivery_confirmed: true, ...values })
const orderOf = async (practice: TestPractice, id: string) => {
  const { rows } = await make.within(practice.laboratory.id, client =>
    client.query(
      `select delivery_on::text, first_delivery_on::text, moved_from_on::text, is_delivery_confirmed,
         (select array_agg(note order by sequence) from order_events e where e.order_id = o.id) as notes
       from orders o where id = $1`,
      [id],
    ),
  )
  return rows[0]
}

describe('a day on which the laboratory closes', () => {
  it('is told before it is said: what was promised then, where it would go, which pickups stay', async () => {
    const { practice, call } = await opened()
    const other = await make.practice(practice.laboratory, { name: 'Cabinet B', delivery_days: [2] })
    const first = await promised(practice, 'T-1', tuesday)
    const second = await promised(other, 'T-2', tuesday)
    await promised(practice, 'T-3', addDays(tuesday, 1))
    await promised(practice, 'T-4', tuesday, { status: 'delivered' })
    await promised(practice, 'T-5', tuesday, { status: 'shipped' })
    await make.ride(practice, tuesday, 'PM')
    await make.ride(practice, tuesday, 'AM', { status: 'cancelled' })
    expect(await look(call, { what: 'closure', from: tuesday, to: tuesday })).toEqual({
      deliveries: 2,
      late: 0,
      early: 0,
      shown: [
        expect.objectContaining({
          id: first.id,
          code: 'T-1',
          practice: 'Cabinet A',
          from: tuesday,
          to: addDays(tuesday, 1),
        }),
        expect.objectContaining({
          id: second.id,
          code: 'T-2',
          practice: 'Cabinet B',
          from: tuesday,
          to: addDays(tuesday, 7),
        }),
      ],
      pickups: [{ practice: 'Cabinet A', date: tuesday, shift: 'PM' }],
    })
    // Only previewed.
    expect(await orderOf(practice, first.id)).toMatchObject({ delivery_on: tuesday, notes: null })
    expect((await show(call)).closed).toEqual([])
  })

  it('says of which patients the work would come too late, those first, and how many they are', async () => {
    const { practice, call } = await opened({ working_days: [2] })
    const at = (day: Day) => new Date(`${day}T09:30:00Z`)
    await promised(practice, 'T-1', tuesday)
    await promised(practice, 'T-2', tuesday, { appointment_at: at(addDays(tuesday, 7)) })
    const next = addDays(tuesday, 1)
    await promised(practice, 'T-3', tuesday, { appointment_at: at(next), patient: 'Mme Roux', patient_code: 'P-3' })
    // It came after its patient already, so this change is not the reason.
    await promised(practice, 'T-4', tuesday, { appointment_at: at(addDays(tuesday, -1)) })
    const { deliveries, late, shown } = await look(call, { what: 'closure', from: tuesday, to: tuesday })
    const codes = shown.map((one: { code: string }) => one.code)
    expect([deliveries, late, ...codes]).toEqual([4, 1, 'T-3', 'T-4', 'T-1', 'T-2'])
    expect(shown[0]).toMatchObject({
      patient: 'Mme Roux',
      appointmentDate: at(next).toISOString(),
      to: addDays(tuesday, 7),
      isTooLate: true,
    })
  })

  it('moves them where that is wished: to the next day on which somebody is there, as the laboratory’s own doing', async () => {
    const { practice, call } = await opened({ default_language: 'en' })
    await make.absence(practice, addDays(tuesday, 1), addDays(tuesday, 1))
    const { id } = await promised(practice, 'T-1', tuesday)
    const moved = await close(call, tuesday, tuesday, true)
    expect([moved.status, (await moved.json()).data]).toEqual([201, { moved: 1 }])
    const order = await orderOf(practice, id)
    expect(order).toMatchObject({
      delivery_on: addDays(tuesday, 2),
      first_delivery_on: tuesday,
      moved_from_on: null,
      is_delivery_confirmed: true,
    })
    expect(order.notes).toEqual([expect.stringMatching(/^Delivery moved to .*: laboratory closed on .*\.$/)])
    const asDoctor = await as(await make.user(practice))
    const { data } = await (await asDoctor(`/api/orders/${id}`)).json()
    expect(data.delivery).toEqual({ display: 'delayed', firstDate: tuesday, newDate: addDays(tuesday, 2) })
  })

  it('brings forward what would come after its patient where that is wished, and moves the others', async () => {
    const { practice, call } = await opened()
    const noon = (day: Day) => new Date(`${day}T11:00:00Z`)
    const next = addDays(tuesday, 1)
    await make.absence(practice, next, next)
    await make.absence(practice, addDays(tuesday, -1), addDays(tuesday, -1))
    const late = await promised(practice, 'T-1', tuesday, { appointment_at: noon(next) })
    const lateAlready = await promised(practice, 'T-2', tuesday, { appointment_at: noon(addDays(tuesday, -1)) })
    const other = await promised(practice, 'T-3', tuesday)
    const before = addDays(tuesday, -4)
    const { early, shown } = await look(call, { what: 'closure', from: tuesday, to: tuesday })
    expect([early, ...shown.map((one: { code: string; early: Day | null }) => [one.code, one.early])]).toEqual([
      1,
      ['T-1', before],
      ['T-2', null],
      ['T-3', null],
    ])
    expect((await (await close(call, tuesday, tuesday, true, { early: true })).json()).data).toEqual({ moved: 3 })
    expect(await orderOf(practice, late.id)).toMatchObject({
      delivery_on: before,
      notes: [expect.stringMatching(/^Livraison avancée au .*: laboratoire fermé le /)],
    })
    for (const { id } of [lateAlready, other])
      expect(await orderOf(practice, id)).toMatchObject({ delivery_on: addDays(tuesday, 2) })
    const asDoctor = await as(await make.user(practice))
    const { data } = await (await asDoctor(`/api/orders/${late.id}`)).json()
    expect(data.delivery.display).toBe('planned')
  })

  it('brings nothing forward to a day that has come, nor by more than a week', async () => {
    const { practice, call } = await opened()
    const at = (day: Day) => ({ appointment_at: new Date(`${day}T11:00:00Z`) })
    const from = coming(2, 20)
    const to = addDays(from, 10)
    await promised(practice, 'T-1', to, at(to))
    const { late, early } = await look(call, { what: 'closure', from, to })
    expect([late, early]).toEqual([1, 0])
  })

  it('leaves them where they are to be kept, and new promises keep clear of it', async () => {
    const { practice, call } = await opened()
    const { id } = await promised(practice, 'T-1', tuesday)
    expect((await (await close(call, tuesday, tuesday, false)).json()).data).toEqual({ moved: 0 })
    expect(await orderOf(practice, id)).toMatchObject({ delivery_on: tuesday, notes: null })
    const asDoctor = await as(await make.user(practice, { language: 'en' }))
    const { data } = await (await asDoctor('/api/catalogue')).json()
    expect(data.calendar.holidays).toEqual([{ day: tuesday, name: 'Stocktaking' }])
  })

  it('is told to open screens, of practices too, and is on record', async () => {
    const { laboratory, practice, call } = await opened()
    const events = listenTo(await (await as(await make.user(practice)))('/api/events'))
    await events.next('ready')
    await close(call, tuesday, addDays(tuesday, 3), false)
    expect((await events.next('change')).topics).toEqual(['closures'])
    await events.close()
    expect((await show(call)).closed).toHaveLength(4)
    const { rows } = await make.within(laboratory.id, client => client.query('select kind from audit_events'))
    expect(rows).toEqual([{ kind: 'calendar_changed' }])
  })

  it('opens again; what is promised stays as it was said', async () => {
    const { practice, call } = await opened()
    const { id } = await promised(practice, 'T-1', tuesday)
    await close(call, tuesday, tuesday, true)
    const open = () => call(`/api/staff/calendar/closures/${tuesday}`, { method: 'DELETE' })
    expect((await open()).status).toBe(204)
    expect(await orderOf(practice, id)).toMatchObject({ delivery_on: addDays(tuesday, 1) })
    expect(await told(await open())).toEqual([404, 'not_found'])
    expect(await told(await call('/api/staff/calendar/closures/today', { method: 'DELETE' }))).toEqual([
      404,
      'not_found',
    ])
  })

  it.each([
    [{ to: '2031-04-31' }, 'to not_a_day'],
    [{ from: '2031-03-05', to: '2031-03-04' }, 'to before_from'],
    [{ from: '2031-03-05', to: '2031-09-04' }, 'to too_long'],
    [{ nameFr: ' ' }, 'nameFr required'],
  ])('is refused by field: %j', async (wrong, error) => {
    const { call } = await opened()
    expect(await told(await close(call, '2031-03-03', '2031-03-03', false, wrong))).toEqual([
      422,
      'input_invalid',
      error,
    ])
  })
})

describe('the public holidays of a year', () => {
  it('are filled in, beside what is closed already', async () => {
    const { laboratory, call } = await opened()
    await make.holiday(laboratory, '2031-05-01', { name_fr: 'À nous', name_en: 'Ours' })
    const fill = () => call('/api/staff/calendar/years', { body: { year: 2031, moves: false } })
    expect((await fill()).status).toBe(201)
    expect((await fill()).status).toBe(201)
    const { closed } = await show(call)
    expect(closed).toHaveLength(11)
    expect(closed).toContainEqual({ day: '2031-05-01', nameFr: 'À nous', nameEn: 'Ours' })
    expect(closed).toContainEqual({ day: '2031-07-14', nameFr: 'Fête nationale', nameEn: 'Bastille Day' })
  })
})

describe('the working days of every week', () => {
  it('take promises with them where that is wished', async () => {
    const { practice, call } = await opened()
    const wednesday = coming(3)
    const { id } = await promised(practice, 'T-1', wednesday)
    const workingDays = [1, 2, 4, 5]
    expect(await look(call, { what: 'week', workingDays })).toMatchObject({
      deliveries: 1,
      shown: [{ code: 'T-1', to: addDays(wednesday, 1) }],
    })
    const answer = await setWeek(call, { workingDays, physicalTransportDays: 3 }, true)
    expect((await answer.json()).data).toEqual({ moved: 1 })
    expect(await orderOf(practice, id)).toMatchObject({ delivery_on: addDays(wednesday, 1) })
    expect((await show(call)).week).toEqual({ workingDays, physicalTransportDays: 3, appointmentBufferDays: 1 })
    const asDoctor = await as(await make.user(practice))
    const { data } = await (await asDoctor('/api/catalogue')).json()
    expect(data.calendar).toMatchObject({ workingDays, physicalTransportDays: 3 })
  })

  it('are at least one, each once, and never a colleague’s under one’s hand', async () => {
    const { call } = await opened()
    const wrong = async (week: object) => (await told(await setWeek(call, week))).slice(2)
    expect(await wrong({ workingDays: [] })).toEqual(['workingDays required'])
    expect(await wrong({ workingDays: [1, 1] })).toEqual(['workingDays repeated'])
    expect(await wrong({ workingDays: [8] })).toEqual(['workingDays.0 out_of_range'])
    expect(await wrong({ appointmentBufferDays: 11 })).toEqual(['appointmentBufferDays out_of_range'])
    expect(await told(await setWeek(call, { version: 'of before', physicalTransportDays: 3 }))).toEqual([
      409,
      'conflict',
    ])
    // A retry after a lost answer succeeds.
    expect((await setWeek(call, { version: 'of before' })).status).toBe(200)
  })
})

describe('rounds', () => {
  it('have their cut-offs by shift, and on a weekday their own or none', async () => {
    const { practice, call } = await opened()
    const monday = coming(1)
    const byWeekday = [
      { weekday: 1, shift: 'AM', cutOff: { days: 14, time: '17:00' } },
      { weekday: 1, shift: 'PM', cutOff: null },
    ]
    expect((await setRounds(call, { AM: { days: 1, time: '16:30' }, byWeekday })).status).toBe(204)
    const asDoctor = await as(await make.user(practice))
    const { cutOffs } = await (await asDoctor('/api/rides')).json()
    expect(cutOffs).toEqual({ AM: { days: 1, time: '16:30' }, PM: { days: 0, time: '13:00' }, byWeekday })
    const ask = async (date: Day, shift: string) => {
      const answer = await asDoctor('/api/rides', { body: { date, shift } })
      return answer.status === 201 ? 201 : (await told(answer))[1]
    }
    expect(await ask(monday, 'PM')).toBe('no_round')
    expect(await ask(monday, 'AM')).toBe('ride_too_late')
    expect(await ask(coming(1, 21), 'AM')).toBe(201)
    expect(await ask(coming(2), 'PM')).toBe(201)
    expect((await setRounds(call, { byWeekday: [] })).status).toBe(204)
    expect(await ask(monday, 'PM')).toBe(201)
  })

  it('dropped where a practice is away in the other half move what was promised to it then, where that is wished', async () => {
    const { laboratory, practice, call } = await opened()
    const wednesday = coming(3)
    await make.absence(practice, wednesday, wednesday, { from_shift: 'PM' })
    const { id } = await promised(practice, 'A', wednesday)
    const other = await make.practice(laboratory, { name: 'Cabinet B' })
    const stays = await promised(other, 'B', wednesday)
    await make.ride(practice, wednesday, 'AM')
    await make.ride(other, wednesday, 'PM')
    const dropped = [{ weekday: 3, shift: 'AM' }] as const
    expect(await look(call, { what: 'rounds', dropped })).toMatchObject({
      deliveries: 1,
      shown: [{ code: 'A', from: wednesday, to: addDays(wednesday, 1) }],
      pickups: [{ practice: 'Cabinet A', shift: 'AM' }],
    })
    expect(await look(call, { what: 'rounds', dropped: [{ weekday: 3, shift: 'PM' }] })).toMatchObject({
      deliveries: 0,
    })
    const byWeekday = [{ ...dropped[0], cutOff: null }]
    expect((await setRounds(call, { byWeekday, moves: true })).status).toBe(204)
    const moved = await orderOf(practice, id)
    expect(moved).toMatchObject({ delivery_on: addDays(wednesday, 1), first_delivery_on: wednesday })
    expect(moved.notes[0]).toMatch(/^Livraison déplacée au .*\u00a0: une tournée de moins le /)
    expect(await orderOf(other, stays.id)).toMatchObject({ delivery_on: wednesday })
    // It has one round on that weekday already: nothing more is taken away.
    expect(await look(call, { what: 'rounds', dropped })).toMatchObject({ deliveries: 0 })
  })

  it.each([
    [{ AM: { days: 15, time: '08:00' } }, 'AM.days out_of_range'],
    [{ PM: { days: 0, time: '24:00' } }, 'PM.time not_a_time'],
    [{ byWeekday: [{ weekday: 8, shift: 'AM', cutOff: null }] }, 'byWeekday.0.weekday out_of_range'],
    [
      {
        byWeekday: [
          { weekday: 1, shift: 'AM', cutOff: null },
          { weekday: 1, shift: 'AM', cutOff: null },
        ],
      },
      'byWeekday repeated',
    ],
  ])('are refused by field: %j', async (wrong, error) => {
    const { call } = await opened()
    expect(await told(await setRounds(call, wrong))).toEqual([422, 'input_invalid', error])
    const older = { version: 'of before', AM: { days: 2, time: '09:00' } }
    expect(await told(await setRounds(call, older))).toEqual([409, 'conflict'])
    // A retry after a lost answer succeeds.
    expect((await setRounds(call, { version: 'of before' })).status).toBe(204)
  })
})

describe('the calendar is not changed by', () => {
  it('another laboratory’s people, practices, strangers, nor those of the staff who do not administer', async () => {
    const { laboratory, practice, call } = await opened()
    const ours = await promised(practice, 'T-1', tuesday)
    const other = await opened()
    expect(await look(other.call, { what: 'closure', from: tuesday, to: tuesday })).toMatchObject({ deliveries: 0 })
    await close(other.call, tuesday, tuesday, true)
    expect(await orderOf(practice, ours.id)).toMatchObject({ delivery_on: tuesday })
    expect((await show(call)).closed).toEqual([])
    const manager = await make.user(practice, { account_type: 'manager' })
    const others = await Promise.all(
      ['production', 'accounting', 'driver'].map(role => make.user(laboratory, { role })),
    )
    for (const user of [manager, ...others]) {
      const refused = await as(user)
      expect((await close(refused, tuesday, tuesday, true)).status).toBe(403)
      expect((await refused('/api/staff/calendar')).status).toBe(403)
    }
    expect((await request(laboratory, '/api/staff/calendar')).status).toBe(401)
  })

  it('SQL in the context of anybody else', async () => {
    const { laboratory } = await opened()
    const driver = await make.user(laboratory, { role: 'driver' })
    const tried = (statement: string) =>
      make.within(laboratory.id, async client => {
        await client.query("select tenant.set_context($1, null, $2, 'staff')", [laboratory.id, driver.id])
        return client.query(statement)
      })
    for (const statement of [
      'update brands set pickup_am_cutoff_days = 3',
      'delete from holidays',
      'delete from rounds',
      `insert into holidays (brand_id, day, name_fr, name_en) values ('${laboratory.id}', '2031-01-02', 'x', 'x')`,
      `insert into rounds (brand_id, weekday, shift) values ('${laboratory.id}', 1, 'AM')`,
    ]) {
      await make.holiday(laboratory, '2031-01-01').catch(() => undefined)
      await make
        .insert(laboratory.id, 'rounds', { brand_id: laboratory.id, weekday: 2, shift: 'AM' })
        .catch(() => undefined)
      await expect(tried(statement), statement).rejects.toThrow(/administrator of the laboratory/)
    }
  })
})

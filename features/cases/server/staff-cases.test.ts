import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays, weekday } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'
import { today } from '#test/today.ts'
import { caseStatuses } from '../address.ts'
import { CaseStatus } from '../contract.ts'
import { movesOf } from '../staff-rules.ts'

const { app, make, as, request } = startTestApp()

/** The first weekday at least this many days from now. */
const workingDay = (ahead: number): string => {
  const day = addDays(today, ahead)
  return weekday(day) < 6 ? day : workingDay(ahead + 1)
}
const hold = { reason: 'technical_response', question: 'Quelle teinte ?' }
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const read = async (user: TestUser, path: string) => (await (await as(user))(`/api/staff/orders${path}`)).json()
async function laboratoryWithTwoPractices() {
  const laboratory = await make.laboratory()
  const [one, other] = [
    await make.practice(laboratory, { name: 'Cabinet des Lilas' }),
    await make.practice(laboratory, { name: 'Cabinet du Port' }),
  ]
  return { laboratory, one, other, staff: await make.user(laboratory) }
}

describe('a case as the laboratory’s people see it', () => {
  it('is whole: practice, telephone, products, way and who has taken each step', async () => {
    const { laboratory, one, staff } = await laboratoryWithTwoPractices()
    const doctor = await make.user(one, { phone: '06 12 34 56 78' })
    const { id } = await make.order(one, {
      prescriber_id: doctor.id,
      prescriber: 'Dr Claire Martin',
      comment: 'Merci',
      practice_reference: 'LOG-7781',
    })
    const bench = await make.user(laboratory, { role: 'production', title: '', first_name: 'Nina', last_name: 'Roux' })
    await (await as(bench))(`/api/staff/orders/${id}/status`, {
      body: { status: 'in_preparation', note: 'Modèles coulés', deliveryDate: addDays(today, 5) },
    })
    const { data } = await read(staff, `/${id}`)
    expect(data).toMatchObject({
      id,
      practice: { id: one.id, name: 'Cabinet des Lilas' },
      contact: { name: 'Dr Claire Martin', phone: '06 12 34 56 78' },
      comment: 'Merci',
      practiceReference: 'LOG-7781',
      status: 'in_preparation',
      deliveryDate: addDays(today, 5),
      timeline: [
        {
          status: 'in_preparation',
          note: 'Modèles coulés',
          by: { name: 'Nina Roux', isOfLaboratory: true, isOwn: false },
        },
      ],
    })
    expect(data).not.toHaveProperty('totalCents')
    // A practice sees the laboratory's name instead of its people's.
    const seen = await (await (await as(doctor))(`/api/orders/${id}`)).text()
    expect(seen).not.toContain('Roux')
    expect(seen).not.toContain(bench.id)
  })

  it('is told a note once, though it was sent again because nobody heard the answer; another one stands below', async () => {
    const { one, staff } = await laboratoryWithTwoPractices()
    const { id } = await make.order(one)
    const call = await as(staff)
    for (const note of ['Modèles coulés', 'Modèles coulés', 'Modèles scannés', 'Modèles coulés'])
      expect((await call(`/api/staff/orders/${id}/status`, { body: { status: 'registered', note } })).status).toBe(204)
    const { data } = await read(staff, `/${id}`)
    expect(data.timeline.map((line: { note: string }) => line.note)).toEqual([
      'Modèles coulés',
      'Modèles scannés',
      'Modèles coulés',
    ])
  })

  it('is a view that the audit keeps, and so is its thread', async () => {
    const { laboratory, one, staff } = await laboratoryWithTwoPractices()
    const { id } = await make.order(one)
    const call = await as(staff)
    await call(`/api/staff/orders/${id}`)
    await call(`/api/staff/orders/${id}/messages`)
    await app.writeSightings()
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select kind from audit_events where order_id = $1 order by id', [id]),
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['case_viewed', 'messages_viewed'])
  })

  it('has one thread with its practice', async () => {
    const { one, staff } = await laboratoryWithTwoPractices()
    const { id } = await make.order(one)
    await (await as(await make.user(one)))(`/api/orders/${id}/messages`, { body: { body: 'Bonjour' } })
    await (await as(staff))(`/api/staff/orders/${id}/messages`, { body: { body: 'Bonjour Docteur' } })
    expect((await read(staff, `/${id}/messages`)).data).toMatchObject([
      { body: 'Bonjour', isFromLaboratory: false, isOwn: false, author: 'Dr Claire Martin' },
      { body: 'Bonjour Docteur', isFromLaboratory: true, isOwn: true },
    ])
  })
})

describe('when a case would be promised now', () => {
  async function orderOf(laboratory: TestLaboratory, practice: TestPractice, values: Record<string, unknown> = {}) {
    const { reference } = await make.product(laboratory, { lead_days: 3 })
    const { id } = await make.order(practice, values)
    await make.within(laboratory.id, client =>
      client.query(
        `insert into order_products (brand_id, practice_id, order_id, case_sequence, reference, label_fr, label_en, quantity)
         values ($1, $2, $3, 1, $4, 'Couronne', 'Crown', 1)`,
        [laboratory.id, practice.id, id, reference],
      ),
    )
    return { id, reference }
  }

  it('is as a new order of its practice would be; what was promised holds as long as it can be kept', async () => {
    const { laboratory, one, staff } = await laboratoryWithTwoPractices()
    const { id, reference } = await orderOf(laboratory, one)
    const promise = await (await as(await make.user(one)))('/api/orders/promise', {
      body: { printType: 'optical', products: [{ reference }] },
    })
    const { deliveryDate } = (await promise.json()).data
    expect((await read(staff, `/${id}/load`)).data.proposed).toBe(deliveryDate)
    const later = addDays(deliveryDate, 7)
    const kept = await orderOf(laboratory, one, { delivery_on: later })
    expect((await read(staff, `/${kept.id}/load`)).data).toMatchObject({ proposed: later, lost: null })
    const broken = await orderOf(laboratory, one, { delivery_on: today })
    expect((await read(staff, `/${broken.id}/load`)).data).toMatchObject({ proposed: deliveryDate, lost: 'today' })
  })

  it('is what the practice was shown yesterday, although an order of today would come later', async () => {
    const { laboratory, one, staff } = await laboratoryWithTwoPractices()
    const shown = workingDay(1)
    const { id } = await orderOf(laboratory, one, { delivery_on: shown })
    const { proposed, earliest, lost } = (await read(staff, `/${id}/load`)).data
    expect({ proposed, lost }).toEqual({ proposed: shown, lost: null })
    expect(earliest > shown).toBe(true)
  })

  it('is another day where that one cannot be held, and why is told', async () => {
    const { laboratory, one, staff } = await laboratoryWithTwoPractices()
    const [holiday, absent, awaited] = [workingDay(20), workingDay(24), workingDay(28)]
    await make.holiday(laboratory, holiday)
    await make.absence(one, absent, absent)
    const loadOf = async (delivery_on: string, values: Record<string, unknown> = {}) => {
      const { id } = await orderOf(laboratory, one, { delivery_on, ...values })
      return (await read(staff, `/${id}/load`)).data
    }
    const lost = async (...asked: Parameters<typeof loadOf>) => (await loadOf(...asked)).lost
    expect(await lost(addDays(today, -1))).toBe('past')
    expect(await lost(holiday)).toBe('closed')
    expect(await lost(absent)).toBe('no_round')
    expect((await loadOf(holiday)).proposed).not.toBe(holiday)
    // A day that the laboratory has set itself may be a holiday.
    expect(await loadOf(holiday, { is_delivery_confirmed: true })).toMatchObject({ proposed: holiday, lost: null })
    await make.ride(one, awaited, 'AM')
    expect(await lost(workingDay(26), { print_type: 'physical' })).toBe('impression')
    expect(await lost(workingDay(35), { print_type: 'physical' })).toBeNull()
  })

  it('comes with the calendar of the laboratory and of the practice that ordered', async () => {
    const { laboratory, one, other, staff } = await laboratoryWithTwoPractices()
    const day = addDays(today, 9)
    await make.holiday(laboratory, day)
    await make.absence(one, addDays(today, 3), addDays(today, 4))
    await make.absence(other, addDays(today, 6), addDays(today, 6))
    const { id } = await orderOf(laboratory, one)
    const { calendar } = (await read(staff, `/${id}/load`)).data
    expect(calendar.holidays).toEqual([{ day, name: expect.any(String) }])
    expect(calendar.absences).toEqual([
      expect.objectContaining({ from: addDays(today, 3), to: addDays(today, 4), deliveryPossible: false }),
    ])
    expect(calendar.withoutRounds).toBeUndefined()
  })

  it('comes with how much is promised for each day', async () => {
    const { one, other, staff } = await laboratoryWithTwoPractices()
    const { id } = await make.order(one)
    const day = addDays(today, 3)
    for (const practice of [one, other]) await make.order(practice, { delivery_on: day, status: 'in_production' })
    await make.order(one, { delivery_on: day, status: 'cancelled' })
    expect((await read(staff, `/${id}/load`)).data.days).toEqual([{ day, cases: 2 }])
  })
})

describe('two of the laboratory on one case', () => {
  it('end in a state that the table allows, and the second is told what the first has done', async () => {
    const { laboratory, one, staff } = await laboratoryWithTwoPractices()
    const colleague = await make.user(laboratory, {
      role: 'production',
      title: '',
      first_name: 'Nina',
      last_name: 'Roux',
    })
    const { id } = await make.order(one)
    const accept = { status: 'in_preparation', from: 'registered', deliveryDate: addDays(today, 5) }
    await (await as(colleague))(`/api/staff/orders/${id}/status`, {
      body: { status: 'on_hold', from: 'registered', hold },
    })
    // Somebody else who has only noted something since has not moved it.
    await (await as(await make.user(laboratory)))(`/api/staff/orders/${id}/status`, {
      body: { status: 'on_hold', note: 'Personne n’a répondu' },
    })
    const refused = await (await as(staff))(`/api/staff/orders/${id}/status`, { body: accept })
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'changed_meanwhile',
        present: expect.objectContaining({ status: 'on_hold', by: 'Nina Roux' }),
      }),
    ])
    const { data } = await read(staff, `/${id}`)
    expect(data).toMatchObject({ status: 'on_hold', deliveryDate: null })
  })

  it('at the same moment: one goes through', async () => {
    const { one, laboratory } = await laboratoryWithTwoPractices()
    const callers = [await as(await make.user(laboratory)), await as(await make.user(laboratory))]
    for (let round = 0; round < 5; round++) {
      const { id } = await make.order(one)
      const bodies = [
        { status: 'in_preparation', from: 'registered' },
        { status: 'cancelled', from: 'registered', note: 'Empreinte illisible' },
      ]
      const answers = await Promise.all(
        callers.map((call, index) => call(`/api/staff/orders/${id}/status`, { body: bodies[index] })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    }
  })
})

describe('several cases at once', () => {
  it('go or stay each by itself, and each says so', async () => {
    const { one, other, staff } = await laboratoryWithTwoPractices()
    const [goes, changed, cannot] = [
      await make.order(one, { status: 'in_preparation' }),
      await make.order(other, { status: 'in_production' }),
      await make.order(one, { status: 'shipped' }),
    ]
    const elsewhere = await make.order(await make.practice(await make.laboratory()), { status: 'in_preparation' })
    const cases = [
      { id: goes.id, from: 'in_preparation' },
      { id: changed.id, from: 'in_preparation' },
      { id: cannot.id, from: 'shipped' },
      { id: elsewhere.id, from: 'in_preparation' },
    ]
    const moved = await (await as(staff))('/api/staff/orders/moves', { body: { status: 'in_production', cases } })
    expect(new Map((await moved.json()).data.map(({ id, outcome }: Record<string, string>) => [id, outcome]))).toEqual(
      new Map([
        [goes.id, 'moved'],
        [changed.id, 'changed_meanwhile'],
        [cannot.id, 'status_not_allowed'],
        [elsewhere.id, 'not_found'],
      ]),
    )
    expect((await read(staff, `/${goes.id}`)).data).toMatchObject({
      status: 'in_production',
      timeline: [{ status: 'in_production', by: { isOfLaboratory: true, isOwn: true } }],
    })
  })

  it('are never put on hold or ended together: each has words of its own', async () => {
    const { one, staff } = await laboratoryWithTwoPractices()
    const { id } = await make.order(one)
    for (const status of ['on_hold', 'cancelled'])
      expect(
        (await (await as(staff))('/api/staff/orders/moves', { body: { status, cases: [{ id, from: 'registered' }] } }))
          .status,
      ).toBe(422)
    expect((await read(staff, `/${id}`)).data.status).toBe('registered')
  })

  it('are given to somebody of the laboratory who works on cases, or back, all or none', async () => {
    const { laboratory, one, staff } = await laboratoryWithTwoPractices()
    const bench = await make.user(laboratory, { role: 'production' })
    const ids = [(await make.order(one)).id, (await make.order(one)).id]
    const assign = async (body: object) => (await as(staff))('/api/staff/orders/technician', { body })
    expect((await assign({ ids, technicianId: bench.id })).status).toBe(204)
    expect((await read(staff, `?technician=${bench.id}`)).page.total).toBe(2)
    expect((await assign({ ids: [ids[0]], technicianId: null })).status).toBe(204)
    expect((await read(staff, `?technician=${bench.id}`)).page.total).toBe(1)
    const strangers = [
      await make.user(laboratory, { role: 'driver' }),
      await make.user(one),
      await make.user(await make.laboratory()),
      await make.user(laboratory, { role: 'production', disabled_at: new Date() }),
    ]
    for (const { id } of strangers)
      expect(await refusalOf(await assign({ ids, technicianId: id }))).toEqual([422, 'not_of_the_team'])
    const elsewhere = await make.order(await make.practice(await make.laboratory()))
    expect(await refusalOf(await assign({ ids: [...ids, elsewhere.id], technicianId: bench.id }))).toEqual([
      404,
      'not_found',
    ])
    expect((await read(staff, `?technician=${bench.id}`)).page.total).toBe(1)
  })
})

it('the table of orders takes nobody of a practice for a technician', async () => {
  const { laboratory, one } = await laboratoryWithTwoPractices()
  const doctor = await make.user(one)
  const { id } = await make.order(one)
  await expect(
    make.within(laboratory.id, client =>
      client.query('update orders set technician_id = $1 where id = $2', [doctor.id, id]),
    ),
  ).rejects.toMatchObject({ constraint: 'orders__technician' })
})

it('the moves that screens offer are those that the table allows the laboratory’s people', async () => {
  const { laboratory, one } = await laboratoryWithTwoPractices()
  const { id: somebody } = await make.user(laboratory)
  for (const from of CaseStatus.options) {
    const heldFrom = from === 'on_hold' ? 'in_preparation' : null
    const offered = movesOf({ status: from, heldFrom })
    for (const to of caseStatuses) {
      const { id } = await make.order(one, { status: from, ...(heldFrom && { hold_reason: 'other' }) })
      const set = { held_from: to === 'on_hold' ? from : null, hold_reason: to === 'on_hold' ? 'other' : null }
      const isAllowed = await make
        .within(laboratory.id, async client => {
          await client.query("select tenant.set_context($1, null, $2, 'staff')", [laboratory.id, somebody])
          await client.query('update orders set status = $1, held_from = $2, hold_reason = $3 where id = $4', [
            to,
            set.held_from,
            set.hold_reason,
            id,
          ])
        })
        .then(
          () => true,
          () => false,
        )
      expect(isAllowed, `${from} to ${to}`).toBe(to === from || offered.includes(to))
    }
  }
})

describe('the calls about cases', () => {
  const calls = (id: string) =>
    [
      ['/api/staff/orders', {}],
      ['/api/staff/orders/filters', {}],
      ['/api/staff/board', {}],
      [`/api/staff/orders/${id}`, {}],
      [`/api/staff/orders/${id}/load`, {}],
      [`/api/staff/orders/${id}/messages`, {}],
      ['/api/staff/orders/moves', { body: { status: 'in_preparation', cases: [{ id, from: 'registered' }] } }],
      ['/api/staff/orders/technician', { body: { ids: [id], technicianId: null } }],
    ] as const

  it('are for production and the administrator; not for drivers, the books, practices or strangers', async () => {
    const { laboratory, one } = await laboratoryWithTwoPractices()
    const { id } = await make.order(one)
    for (const [path, options] of calls(id)) {
      expect((await request(laboratory, path, options)).status, path).toBe(401)
      const refused = [
        ...(['driver', 'accounting'] as const).map(role => make.user(laboratory, { role })),
        make.user(one, { account_type: 'manager' }),
      ]
      for (const user of await Promise.all(refused))
        expect(await refusalOf(await (await as(user))(path, options)), path).toEqual([403, 'forbidden'])
      expect((await (await as(await make.user(laboratory, { role: 'production' })))(path, options)).ok, path).toBe(true)
    }
  })

  it('find nothing of another laboratory, or of none', async () => {
    const { one } = await laboratoryWithTwoPractices()
    const { id } = await make.order(one)
    const foreign = await as(await make.user(await make.laboratory()))
    for (const unknown of [id, randomUUID()]) {
      for (const [path, options] of calls(unknown).slice(3, 6))
        expect(await refusalOf(await foreign(path, options)), path).toEqual([404, 'not_found'])
    }
  })
})

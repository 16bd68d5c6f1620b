import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'
import { today } from '#test/today.ts'
import type { Case, CaseMessage } from '../contract.ts'
import type { AskedOfCase, OpenProblem } from '../staff-requests-contract.ts'

const { make, as } = startTestApp()

async function aPractice(values: Record<string, unknown> = {}) {
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const order = await make.order(practice, { status: 'in_production', delivery_on: '2099-03-09', ...values })
  const [doctor, staff] = [await make.user(practice), await make.user(laboratory)]
  return { laboratory, practice, order, doctor, staff }
}
const post = async (user: TestUser, path: string, body: object = {}) => (await as(user))(path, { body })
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]
const caseOf = async (user: TestUser, { id }: { id: string }) =>
  ((await (await (await as(user))(`/api/orders/${id}`)).json()) as { data: Case }).data
const askedOf = async (staff: TestUser) =>
  ((await (await (await as(staff))('/api/staff/requests')).json()) as { data: AskedOfCase[] }).data
const openOf = async (staff: TestUser) =>
  ((await (await (await as(staff))('/api/staff/problems')).json()) as { data: OpenProblem[] }).data
const ask = (user: TestUser, { id }: { id: string }, wishedDate = '2099-03-02') =>
  post(user, `/api/orders/${id}/requests`, { wishedDate, words: 'Le patient part le 4' })
const answer = async (staff: TestUser, { id }: { id: string }, body: object) => {
  const [asked] = await askedOf(staff)
  return post(staff, `/api/staff/orders/${id}/requests/${asked?.request?.id}/answer`, body)
}
const notesOf = async (user: TestUser, order: { id: string }) =>
  (await caseOf(user, order)).timeline.map(({ note }) => note)
const unreadOf = async (user: TestUser) =>
  ((await (await (await as(user))('/api/unread')).json()) as { total: number }).total

describe('asking for a case earlier', () => {
  it('comes before the laboratory, whose day moves the delivery and is told', async () => {
    const { laboratory, practice, order, doctor, staff } = await aPractice()
    expect((await ask(doctor, order)).status).toBe(201)
    expect(await askedOf(staff)).toMatchObject([
      { order: { code: order.code }, request: { kind: 'earlier', wishedDate: '2099-03-02', state: 'open' } },
    ])
    expect(await unreadOf(doctor)).toBe(0)
    expect((await answer(staff, order, { granted: true, deliveryDate: '2099-03-03' })).status).toBe(204)
    expect(await askedOf(staff)).toEqual([])
    expect(await caseOf(doctor, order)).toMatchObject({
      deliveryDate: '2099-03-03',
      delivery: { display: 'planned' },
      requests: [{ state: 'granted', grantedDate: '2099-03-03', wishedDate: '2099-03-02' }],
    })
    expect(await notesOf(doctor, order)).toEqual([
      'Le cabinet demande la livraison pour le 2 mars.',
      'Le laboratoire a répondu à la demande\u00a0: livraison le 3 mars.',
    ])
    const inEnglish = [
      'The practice asks for delivery by 2 Mar.',
      'The laboratory has answered the request: delivery on 3 Mar.',
    ]
    expect(await notesOf(await make.user(practice, { language: 'en' }), order)).toEqual(inEnglish)
    const seen = await (await as(await make.user(laboratory, { language: 'en' })))(`/api/staff/orders/${order.id}`)
    expect((await seen.json()).data.timeline).toMatchObject(inEnglish.map(note => ({ note })))
    expect(await unreadOf(doctor)).toBe(1)
  })

  it('stands on the case itself, and on no other', async () => {
    const { practice, order, doctor, staff } = await aPractice()
    const other = await make.order(practice, { status: 'in_production', delivery_on: '2099-03-09' })
    await ask(doctor, order)
    const ofCase = async ({ id }: { id: string }) =>
      (await (await (await as(staff))(`/api/staff/requests?orderId=${id}`)).json()).data as AskedOfCase[]
    expect(await ofCase(order)).toMatchObject([{ order: { id: order.id }, request: { kind: 'earlier' } }])
    expect(await ofCase(other)).toEqual([])
  })

  it('is refused with a reason, which the practice reads, and can then be asked again', async () => {
    const { order, doctor, staff } = await aPractice()
    await ask(doctor, order)
    const without = await answer(staff, order, { granted: false })
    expect([without.status, (await problemOf(without)).errors]).toEqual([422, [{ path: 'answer', code: 'required' }]])
    expect((await answer(staff, order, { granted: false, answer: 'Le four est en panne' })).status).toBe(204)
    expect(await caseOf(doctor, order)).toMatchObject({
      deliveryDate: '2099-03-09',
      requests: [{ state: 'refused', answer: 'Le four est en panne', grantedDate: null }],
    })
    expect(await unreadOf(doctor)).toBe(1)
    expect((await ask(doctor, order)).status).toBe(201)
  })

  it('is asked once, of what is still at the laboratory, for a day that has not gone by', async () => {
    const { practice, order, doctor } = await aPractice()
    const tries = await Promise.all([ask(doctor, order), ask(doctor, order), ask(doctor, order)])
    expect(tries.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(await refusalOf(await ask(doctor, order))).toEqual([409, 'request_open'])
    for (const status of ['shipped', 'delivered', 'cancelled']) {
      const over = await make.order(practice, { status })
      expect(await refusalOf(await ask(doctor, over)), status).toEqual([409, 'order_over'])
    }
    const open = await make.order(practice)
    expect(await refusalOf(await ask(doctor, open, '2020-01-02'))).toEqual([422, 'input_invalid'])
  })

  it('is for a day before the present one, or within 18 months where that has passed', async () => {
    const { practice, order, doctor } = await aPractice()
    for (const day of ['2099-03-09', '2099-04-09'])
      expect((await problemOf(await ask(doctor, order, day))).errors).toEqual([
        { path: 'wishedDate', code: 'not_earlier' },
      ])
    const missed = await make.order(practice, { status: 'in_production', delivery_on: '2020-01-02' })
    expect((await problemOf(await ask(doctor, missed, '2099-03-02'))).errors).toEqual([
      { path: 'wishedDate', code: 'too_far' },
    ])
    expect((await ask(doctor, missed, addDays(today, 3))).status).toBe(201)
  })

  it('is withdrawn with its case, and over with one that the laboratory cancels', async () => {
    const { practice, order, doctor, staff } = await aPractice({ status: 'registered' })
    const refused = await make.order(practice, { delivery_on: '2099-03-09' })
    for (const one of [order, refused]) await ask(doctor, one)
    expect((await post(doctor, `/api/orders/${order.id}/cancel`)).status).toBe(204)
    const words = { status: 'cancelled', note: 'Impossible' }
    expect((await post(staff, `/api/staff/orders/${refused.id}/status`, words)).status).toBe(204)
    for (const one of [order, refused]) expect((await caseOf(doctor, one)).requests).toEqual([])
    const states = await make.within(practice.laboratory.id, client =>
      client.query('select state from order_requests where order_id = $1', [order.id]),
    )
    expect(states.rows).toEqual([{ state: 'withdrawn' }])
  })

  it('is taken back until it is answered', async () => {
    const { order, doctor, staff } = await aPractice()
    await ask(doctor, order)
    const [asked] = await askedOf(staff)
    const path = `/api/orders/${order.id}/requests/${asked?.request?.id}`
    const call = await as(doctor)
    for (const _ of [1, 2]) expect((await call(path, { method: 'DELETE' })).status).toBe(204)
    expect(await askedOf(staff)).toEqual([])
    expect((await caseOf(doctor, order)).requests).toEqual([])
    const late = await post(staff, `/api/staff${path.slice(4)}/answer`, { granted: false, answer: 'Non' })
    expect(await refusalOf(late)).toEqual([409, 'request_decided'])
    await ask(doctor, order)
    await answer(staff, order, { granted: true, deliveryDate: '2099-03-03' })
    const decided = (await caseOf(doctor, order)).requests[0]?.id
    expect(await refusalOf(await call(`/api/orders/${order.id}/requests/${decided}`, { method: 'DELETE' }))).toEqual([
      409,
      'request_decided',
    ])
  })

  it('waits no more once the case has left', async () => {
    const { order, doctor, staff } = await aPractice()
    await ask(doctor, order)
    const [asked] = await askedOf(staff)
    await post(staff, `/api/staff/orders/${order.id}/status`, { status: 'shipped' })
    await post(staff, `/api/staff/orders/${order.id}/status`, { status: 'delivered' })
    expect(await askedOf(staff)).toEqual([])
    const late = `/api/staff/orders/${order.id}/requests/${asked?.request?.id}/answer`
    expect(await refusalOf(await post(staff, late, { granted: true, deliveryDate: '2099-03-03' }))).toEqual([
      409,
      'order_over',
    ])
  })

  it('is nothing of another practice, nor decided by whoever asked', async () => {
    const { laboratory, practice, order, doctor, staff } = await aPractice()
    const stranger = await make.user(await make.practice(laboratory))
    expect((await ask(stranger, order)).status).toBe(404)
    await ask(doctor, order)
    const [asked] = await askedOf(staff)
    const path = `/api/orders/${order.id}/requests/${asked?.request?.id}`
    expect((await (await as(stranger))(path, { method: 'DELETE' })).status).toBe(404)
    await expect(
      make.within(laboratory.id, async client => {
        await client.query("select tenant.set_context($1, $2, $3, 'practice')", [laboratory.id, practice.id, doctor.id])
        await client.query(
          "update order_requests set state = 'granted', granted_on = '2099-03-01', decided_by = $1, decided_at = now()",
          [doctor.id],
        )
      }),
    ).rejects.toThrow('not theirs to decide')
  })
})

describe('a problem', () => {
  const report = async (user: TestUser, { id }: { id: string }) => {
    const response = await post(user, `/api/orders/${id}/problems`, {
      kind: 'fit',
      description: 'Bascule',
      remake: false,
    })
    return ((await response.json()) as { data: { id: string; state: string; answer: null } }).data
  }

  it('is open, answered by the laboratory and settled by the practice, once', async () => {
    const { order, doctor, staff } = await aPractice({ status: 'delivered' })
    const reported = await report(doctor, order)
    expect(reported).toMatchObject({ state: 'open', answer: null })
    const path = `/api/staff/orders/${order.id}/problems/${reported.id}/answer`
    const answer = { answer: 'Nous le reprenons jeudi', putRightOn: '2099-03-05' }
    expect((await post(staff, path, answer)).status).toBe(204)
    expect(await caseOf(doctor, order)).toMatchObject({
      problems: [{ state: 'answered', answer: { words: answer.answer, putRightOn: '2099-03-05' } }],
    })
    expect(await unreadOf(doctor)).toBe(1)
    // Answering again replaces the answer.
    expect((await post(staff, path, { answer: 'Nous le reprenons vendredi' })).status).toBe(204)
    for (const _ of [1, 2])
      expect((await post(doctor, `/api/orders/${order.id}/problems/${reported.id}/settled`)).status).toBe(204)
    expect(await caseOf(doctor, order)).toMatchObject({
      problems: [{ state: 'settled', answer: { words: 'Nous le reprenons vendredi', putRightOn: null } }],
    })
    expect(await refusalOf(await post(staff, path, { answer: 'Encore' }))).toEqual([409, 'problem_settled'])
  })

  it('is before the laboratory until somebody answers it or the practice calls it settled, the oldest of each practice first', async () => {
    const { laboratory, order, doctor, staff } = await aPractice({ status: 'delivered' })
    const [first, second] = [await report(doctor, order), await report(doctor, order)]
    const neighbour = await make.practice(laboratory)
    const third = await report(await make.user(neighbour), await make.order(neighbour))
    const waiting = await openOf(staff)
    expect(waiting.map(({ problem }) => problem.id)).toEqual([first.id, third.id, second.id])
    expect(waiting[0]).toEqual({
      order: {
        id: order.id,
        code: order.code,
        practice: 'Cabinet d’essai',
        patientCode: expect.any(String),
        summary: expect.any(String),
        status: 'delivered',
        deliveryDate: '2099-03-09',
        appointmentDate: null,
      },
      problem: {
        id: first.id,
        kind: 'fit',
        description: 'Bascule',
        reportedAt: expect.stringMatching(/Z$/),
        reportedBy: 'Dr Claire Martin',
        remake: null,
        teeth: [],
        adjustment: null,
      },
    })
    await post(staff, `/api/staff/orders/${order.id}/problems/${first.id}/answer`, { answer: 'Nous appelons' })
    await post(doctor, `/api/orders/${order.id}/problems/${second.id}/settled`)
    expect((await openOf(staff)).map(({ problem }) => problem.id)).toEqual([third.id])
    expect(await openOf(await make.user(await make.laboratory()))).toEqual([])
  })

  it('is answered in words, for a day that has not gone by, where it is', async () => {
    const { laboratory, practice, order, doctor, staff } = await aPractice({ status: 'delivered' })
    const { id } = await report(doctor, order)
    const path = `/api/staff/orders/${order.id}/problems/${id}/answer`
    for (const [wrong, errors] of [
      [{ answer: ' ' }, [{ path: 'answer', code: 'required' }]],
      [{ answer: 'x'.repeat(4001) }, [{ path: 'answer', code: 'too_long' }]],
      [{ answer: 'Oui', putRightOn: '2099-02-31' }, [{ path: 'putRightOn', code: 'not_a_day' }]],
      [{ answer: 'Oui', putRightOn: '2020-01-02' }, [{ path: 'putRightOn', code: 'in_the_past' }]],
    ] as const) {
      const refused = await post(staff, path, wrong)
      expect([refused.status, (await problemOf(refused)).errors]).toEqual([422, errors])
    }
    const answer = { answer: 'Oui' }
    const elsewhere = await make.order(practice)
    expect((await post(staff, path.replace(order.id, elsewhere.id), answer)).status).toBe(404)
    expect((await post(await make.user(await make.laboratory()), path, answer)).status).toBe(404)
    expect((await post(doctor, path, answer)).status).toBe(403)
    expect((await (await as(doctor))('/api/staff/problems')).status).toBe(403)
    const driver = await make.user(laboratory, { role: 'driver' })
    expect((await (await as(driver))('/api/staff/problems')).status).toBe(403)
    expect(await openOf(staff)).toHaveLength(1)
  })

  it('is given a day by the laboratory alone, and none without an answer', async () => {
    const { laboratory, practice, order, doctor, staff } = await aPractice({ status: 'delivered' })
    const { id } = await report(doctor, order)
    const setDay = (user: TestUser, practiceId: string | null, audience: 'practice' | 'staff') =>
      make.within(laboratory.id, async client => {
        await client.query('select tenant.set_context($1, $2, $3, $4)', [laboratory.id, practiceId, user.id, audience])
        await client.query("update order_problems set put_right_on = '2099-03-05' where id = $1", [id])
      })
    await expect(setDay(staff, null, 'staff')).rejects.toThrow('order_problems__put_right_on')
    await post(staff, `/api/staff/orders/${order.id}/problems/${id}/answer`, { answer: 'Oui' })
    await expect(setDay(doctor, practice.id, 'practice')).rejects.toThrow('not theirs to say')
    await setDay(staff, null, 'staff')
  })

  it('of another practice is not there', async () => {
    const { laboratory, order, doctor } = await aPractice({ status: 'delivered' })
    const { id } = await report(doctor, order)
    const stranger = await make.user(await make.practice(laboratory))
    expect((await post(stranger, `/api/orders/${order.id}/problems/${id}/settled`)).status).toBe(404)
  })
})

describe('a message', () => {
  const threadOf = async (user: TestUser, { id }: { id: string }) =>
    ((await (await (await as(user))(`/api/orders/${id}/messages`)).json()) as { data: CaseMessage[] }).data

  it('is unread for everybody but its author, until the case has been read', async () => {
    const { practice, order, doctor, staff } = await aPractice()
    const colleague = await make.user(practice)
    await post(doctor, `/api/orders/${order.id}/messages`, { body: 'Bonjour' })
    await post(staff, `/api/staff/orders/${order.id}/messages`, { body: 'Oui ?' })
    const seenBy = async (user: TestUser) => (await threadOf(user, order)).map(({ isUnread }) => isUnread)
    expect([await seenBy(doctor), await seenBy(colleague)]).toEqual([
      [false, true],
      [true, true],
    ])
    const { data } = (await (await (await as(doctor))('/api/unread')).json()) as { data: { news: number }[] }
    await post(doctor, `/api/orders/${order.id}/read`, { news: data[0]?.news })
    expect(await seenBy(doctor)).toEqual([false, false])
  })
})

describe('what waits for the practice', () => {
  const toDoOf = async (user: TestUser) =>
    ((await (await (await as(user))('/api/to-do')).json()) as { data: Record<string, number> }).data
  const codesOf = async (user: TestUser, waiting: string) =>
    (
      (await (await (await as(user))(`/api/orders?tab=all&waiting=${waiting}&sort_by=code`)).json()) as {
        data: { code: string }[]
      }
    ).data.map(({ code }) => code)

  it('counts a case once, whatever waits in it: as many as the list of all that is to be answered', async () => {
    const { practice, doctor, staff } = await aPractice()
    const asked = await make.order(practice, { code: 'Q-1', status: 'on_hold', hold_reason: 'other' })
    await make.order(practice, { code: 'I-1', print_type: 'physical' })
    await post(staff, `/api/staff/orders/${asked.id}/messages`, { body: 'Oui ?' })
    expect(await toDoOf(doctor)).toMatchObject({ questions: 1, messages: 1, impressions: 1, cases: 2 })
    expect(await codesOf(doctor, 'any')).toEqual(['I-1', 'Q-1'])
  })

  async function everything(practice: TestPractice, doctor: TestUser, staff: TestUser) {
    await make.order(practice, { code: 'Q-1', status: 'on_hold', hold_reason: 'other', hold_question: 'Oui ?' })
    const delivered = await make.order(practice, { code: 'P-1', status: 'delivered' })
    await make.order(practice, { code: 'I-1', print_type: 'physical' })
    await make.order(practice, { code: 'I-2', print_type: 'physical', status: 'in_preparation' })
    await make.order(practice, { code: 'S-1' })
    await make.order(practice, { code: 'S-2', scan_platform: '3shape', scan_case: '4711' })
    const written = await make.order(practice, { code: 'M-1', status: 'in_production' })
    const own = await make.order(practice, { code: 'M-2', status: 'in_production' })
    await post(doctor, `/api/orders/${own.id}/messages`, { body: 'Bonjour' })
    for (const body of ['Un', 'Deux']) await post(staff, `/api/staff/orders/${written.id}/messages`, { body })
    const report = { kind: 'fit', description: 'Bascule', remake: false }
    for (const _ of [1, 2]) {
      const made = await post(doctor, `/api/orders/${delivered.id}/problems`, report)
      const { id } = ((await made.json()) as { data: { id: string } }).data
      await post(staff, `/api/staff/orders/${delivered.id}/problems/${id}/answer`, { answer: 'Jeudi' })
    }
    await (await as(doctor))(`/api/order-drafts/${randomUUID()}`, {
      method: 'PUT',
      body: { content: { patientCode: 'P-7' }, follows: 0 },
    })
  }

  it('is counted as the lists behind it are long, for each reader and each practice its own', async () => {
    const { laboratory, practice, doctor, staff } = await aPractice()
    const other = await make.practice(laboratory)
    const stranger = await make.user(other)
    const colleague = await make.user(practice)
    await everything(practice, doctor, staff)
    expect(await toDoOf(doctor)).toEqual({
      questions: 1,
      problems: 1,
      messages: 1,
      proFormas: 0,
      drafts: 1,
      scans: 1,
      impressions: 1,
      cases: 5,
    })
    expect(await toDoOf(colleague)).toMatchObject({ messages: 1, drafts: 0 })
    expect(await toDoOf(stranger)).toEqual({
      questions: 0,
      problems: 0,
      messages: 0,
      proFormas: 0,
      drafts: 0,
      scans: 0,
      impressions: 0,
      cases: 0,
    })
    expect(await codesOf(doctor, 'problem')).toEqual(['P-1'])
    expect(await codesOf(doctor, 'message')).toEqual(['M-1'])
    expect(await codesOf(doctor, 'scan')).toEqual(['S-1'])
    expect(await codesOf(doctor, 'impression')).toEqual(['I-1'])
    expect(await codesOf(doctor, 'any')).toEqual(['I-1', 'M-1', 'P-1', 'Q-1', 'S-1'])
    expect(await codesOf(stranger, 'any')).toEqual([])
  })
})

it('S60: the name of a patient who is forgotten goes from what was asked and answered too', async () => {
  const patient = 'Aurore Quiquempois'
  const { laboratory, order, doctor, staff } = await aPractice({ patient })
  await post(doctor, `/api/orders/${order.id}/requests`, { wishedDate: '2099-03-02', words: `${patient} part le 4` })
  const changed = await (await as(doctor))(`/api/orders/${order.id}`, {
    method: 'PATCH',
    body: { comment: `Pour ${patient}` },
  })
  expect(changed.status).toBe(200)
  await answer(staff, order, { granted: false, answer: `Pas pour ${patient}` })
  const reported = await post(doctor, `/api/orders/${order.id}/problems`, {
    kind: 'fit',
    description: 'Bascule',
    remake: false,
  })
  const { id } = ((await reported.json()) as { data: { id: string } }).data
  await post(staff, `/api/staff/orders/${order.id}/problems/${id}/answer`, { answer: `${patient} revient jeudi` })
  await post(doctor, `/api/orders/${order.id}/problems/${id}/settled`)
  expect((await (await as(staff))(`/api/staff/orders/${order.id}/patient-name`, { method: 'DELETE' })).status).toBe(204)
  const { rows } = await make.within(laboratory.id, client =>
    client.query(
      `select coalesce(r.words, '') || coalesce(r.answer, '') || coalesce(r.change::text, '') as said from order_requests r
       union all select p.answer from order_problems p union all select coalesce(e.note, '') from order_events e`,
    ),
  )
  expect(JSON.stringify(rows)).toContain('…')
  expect(JSON.stringify(rows)).not.toContain('Quiquempois')
})

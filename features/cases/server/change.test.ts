import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'

const { make, as, request } = startTestApp()

const practiceOfItsOwn = async () => make.practice(await make.laboratory({ company_name: 'Laboratoire Émail' }))
const onHold = { status: 'on_hold', hold_reason: 'technical_response', hold_question: 'Quelle teinte ?' }

const rowsOf = async (practice: TestPractice, text: string) =>
  (await make.within(practice.laboratory.id, client => client.query(text))).rows
const caseOf = async (user: TestUser, id: string) =>
  (await (await (await as(user))(`/api/orders/${id}`)).json()).data as Record<string, unknown>
const refusalOf = async (response: Response) => [response.status, (await problemOf(response)).code]

/** Everyone who may not see the case gets the same answer as for a case that does not exist. */
async function isHiddenFromOthers(practice: TestPractice, id: string, path: string, body?: object) {
  const others = [await make.practice(practice.laboratory), await practiceOfItsOwn()]
  const options = { method: 'POST', ...(body ? { body } : {}) }
  for (const other of others)
    expect(await refusalOf(await (await as(await make.user(other)))(`/api/orders/${id}${path}`, options))).toEqual([
      404,
      'not_found',
    ])
  const call = await as(await make.user(practice))
  expect(await refusalOf(await call(`/api/orders/${randomUUID()}${path}`, options))).toEqual([404, 'not_found'])
  expect((await request(practice.laboratory, `/api/orders/${id}${path}`, options)).status).toBe(401)
  const staff = await as(await make.user(practice.laboratory))
  expect((await staff(`/api/orders/${id}${path}`, options)).status).toBe(403)
}

describe('cancelling', () => {
  it('takes a registered case back, says so on the timeline and in the audit, and does it once', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const { id } = await make.order(practice)
    const call = await as(user)
    for (let time = 0; time < 2; time++)
      expect((await call(`/api/orders/${id}/cancel`, { method: 'POST' })).status).toBe(204)
    expect(await caseOf(user, id)).toMatchObject({
      status: 'cancelled',
      delivery: null,
      timeline: [{ status: 'cancelled' }],
    })
    expect(
      await rowsOf(
        practice,
        `select kind, order_id, user_id from audit_events where kind::text !~ '_(viewed|refused)$'`,
      ),
    ).toEqual([{ kind: 'order_cancelled', order_id: id, user_id: user.id }])
  })

  it.each(['in_preparation', 'in_production', 'on_hold', 'shipped', 'delivered', 'invoiced', 'unknown'])(
    'is too late once the case is %s',
    async status => {
      const practice = await practiceOfItsOwn()
      const { id } = await make.order(practice, status === 'on_hold' ? onHold : { status })
      const call = await as(await make.user(practice))
      const refused = await call(`/api/orders/${id}/cancel`, { method: 'POST' })
      expect(await refusalOf(refused)).toEqual([409, 'order_under_way'])
      expect(await rowsOf(practice, 'select status from orders')).toEqual([{ status }])
    },
  )

  it('is open to every role of the practice and to nobody else', async () => {
    const practice = await practiceOfItsOwn()
    for (const flags of [{ is_dlcpm: true }, { is_practice_doctor: true }, { account_type: 'manager' }]) {
      const { id } = await make.order(practice)
      const call = await as(await make.user(practice, flags))
      expect((await call(`/api/orders/${id}/cancel`, { method: 'POST' })).status).toBe(204)
    }
    const { id } = await make.order(practice)
    await isHiddenFromOthers(practice, id, '/cancel')
    expect(await rowsOf(practice, `select from orders where status = 'registered'`)).toHaveLength(1)
  })
})

describe('answering what the laboratory waits for', () => {
  it('is kept on the case, told on the timeline and, with words, written into the thread', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const { id } = await make.order(practice, onHold)
    const call = await as(user)
    const answer = { answer: 'in_writing', message: ' Teinte A2 ' }
    expect((await call(`/api/orders/${id}/hold-answer`, { body: answer })).status).toBe(204)
    expect(await caseOf(user, id)).toMatchObject({
      status: 'on_hold',
      hold: {
        reason: 'technical_response',
        question: 'Quelle teinte ?',
        answer: 'in_writing',
        answeredAt: expect.any(String),
      },
      timeline: [{ status: 'on_hold', note: 'Le cabinet a répondu par message.' }],
      messagesCount: 1,
    })
    expect(await rowsOf(practice, 'select body, is_from_laboratory from order_messages')).toEqual([
      { body: 'Teinte A2', is_from_laboratory: false },
    ])
    expect(
      await rowsOf(practice, 'select hold_answered_by, hold_answered_at is not null as "hasTime" from orders'),
    ).toEqual([{ hold_answered_by: user.id, hasTime: true }])
    expect(await rowsOf(practice, `select kind from audit_events where kind::text !~ '_(viewed|refused)$'`)).toEqual([
      { kind: 'hold_answered' },
    ])
  })

  it('is given once: a colleague who comes later is told', async () => {
    const practice = await practiceOfItsOwn()
    const { id } = await make.order(practice, onHold)
    const [one, other] = [await as(await make.user(practice)), await as(await make.user(practice))]
    const headers = { 'idempotency-key': 'tap' }
    const body = { answer: 'go_ahead' }
    for (let time = 0; time < 2; time++)
      expect((await one(`/api/orders/${id}/hold-answer`, { body, headers })).status).toBe(204)
    expect(await refusalOf(await other(`/api/orders/${id}/hold-answer`, { body }))).toEqual([409, 'hold_answered'])
    expect(await rowsOf(practice, 'select from order_events')).toHaveLength(1)
  })

  it('says the shade, or when to call, on the timeline', async () => {
    const practice = await practiceOfItsOwn()
    const user = await make.user(practice)
    const call = await as(user)
    for (const [body, note] of [
      [{ answer: 'shade', shade: ' A3.5 ' }, 'Teinte indiquée par le cabinet\u00a0: A3.5.'],
      [{ answer: 'call_me', callAt: '14:05' }, 'Le cabinet demande à être appelé à 14:05.'],
      [{ answer: 'call_me' }, 'Le cabinet demande à être appelé.'],
    ] as const) {
      const { id } = await make.order(practice, { ...onHold, hold_reason: 'shade' })
      expect((await call(`/api/orders/${id}/hold-answer`, { body })).status).toBe(204)
      expect(await caseOf(user, id)).toMatchObject({
        hold: { reason: 'shade', answer: body.answer },
        timeline: [{ status: 'on_hold', note }],
      })
    }
  })

  it('needs a question, and words where it is the words that answer', async () => {
    const practice = await practiceOfItsOwn()
    const [waiting, going] = [await make.order(practice, onHold), await make.order(practice)]
    const call = await as(await make.user(practice))
    expect(await refusalOf(await call(`/api/orders/${going.id}/hold-answer`, { body: { answer: 'call_me' } }))).toEqual(
      [409, 'not_on_hold'],
    )
    const wordless = await call(`/api/orders/${waiting.id}/hold-answer`, { body: { answer: 'in_writing' } })
    expect(await problemOf(wordless)).toMatchObject({
      status: 422,
      errors: [{ path: 'message', code: 'required' }],
    })
    expect((await call(`/api/orders/${waiting.id}/hold-answer`, { body: { answer: 'maybe' } })).status).toBe(422)
    for (const [body, error] of [
      [{ answer: 'shade' }, { path: 'shade', code: 'required' }],
      [
        { answer: 'go_ahead', shade: 'A2' },
        { path: 'shade', code: 'not_asked' },
      ],
      [
        { answer: 'go_ahead', callAt: '14:00' },
        { path: 'callAt', code: 'not_asked' },
      ],
      [
        { answer: 'call_me', callAt: '24:00' },
        { path: 'callAt', code: 'not_a_time' },
      ],
      [
        { answer: 'shade', shade: 'A2\n\nOffert' },
        { path: 'shade', code: 'one_line_expected' },
      ],
      [
        { answer: 'shade', shade: 'A'.repeat(61) },
        { path: 'shade', code: 'too_long' },
      ],
    ] as const) {
      const refused = await call(`/api/orders/${waiting.id}/hold-answer`, { body })
      expect(await problemOf(refused)).toMatchObject({ status: 422, errors: [error] })
    }
    await isHiddenFromOthers(practice, waiting.id, '/hold-answer', { answer: 'go_ahead' })
  })

  it('no longer counts as awaited in the list, nor is found among what is', async () => {
    const practice = await practiceOfItsOwn()
    const orders = [await make.order(practice, onHold), await make.order(practice, onHold)]
    const call = await as(await make.user(practice))
    const awaited = async () => (await (await call('/api/orders')).json()).counts
    expect(await awaited()).toMatchObject({ onHold: 2, inProgress: 2 })
    await call(`/api/orders/${orders[0]?.id}/hold-answer`, { body: { answer: 'parts_sent' } })
    expect(await awaited()).toMatchObject({ onHold: 1, inProgress: 2 })
    const { data, page, counts } = await (await call('/api/orders?hold=unanswered')).json()
    expect(data.map(({ id }: { id: string }) => id)).toEqual([orders[1]?.id])
    expect([page.total, counts.onHold]).toEqual([1, 1])
    expect((await (await call('/api/orders?statuses=on_hold')).json()).page.total).toBe(2)
  })
})

describe('the thread of a case', () => {
  it('tells who wrote what, the laboratory by its own name', async () => {
    const practice = await practiceOfItsOwn()
    const [user, colleague] = [await make.user(practice), await make.user(practice, { first_name: 'Jean' })]
    const staff = await make.user(practice.laboratory, { first_name: 'Secret', last_name: 'Prothésiste' })
    const { id } = await make.order(practice)
    const path = `/api/orders/${id}/messages`
    const [call, callColleague, callStaff] = [await as(user), await as(colleague), await as(staff)]
    const sent = await call(path, { body: { body: ' Bonjour ' } })
    expect(sent.status).toBe(201)
    const { data: first } = await sent.json()
    expect(first).toEqual({
      id: expect.any(String),
      body: 'Bonjour',
      at: expect.stringMatching(/Z$/),
      author: 'Dr Claire Martin',
      isFromLaboratory: false,
      isOwn: true,
      isUnread: false,
    })
    const answered = await callStaff(`/api/staff/orders/${id}/messages`, { body: { body: 'Bien reçu' } })
    expect([answered.status, (await answered.json()).data]).toEqual([
      201,
      expect.objectContaining({ author: 'Laboratoire Émail', isFromLaboratory: true, isOwn: true }),
    ])
    await callColleague(path, { body: { body: 'Merci' } })
    const thread = await (await call(path)).json()
    expect(thread.data).toMatchObject([
      first,
      { body: 'Bien reçu', author: 'Laboratoire Émail', isFromLaboratory: true, isOwn: false },
      { body: 'Merci', author: 'Dr Jean Martin', isFromLaboratory: false, isOwn: false },
    ])
    expect(JSON.stringify(thread)).not.toMatch(/Secret|Prothésiste|@/)
    expect(
      await rowsOf(
        practice,
        `select kind, user_id from audit_events where kind::text !~ '_(viewed|refused)$' order by id`,
      ),
    ).toEqual([user, staff, colleague].map(author => ({ kind: 'message_sent', user_id: author.id })))
  })

  it('takes 1 to 4000 letters, whatever they are, and nothing that its writer does not decide', async () => {
    const practice = await practiceOfItsOwn()
    const { id } = await make.order(practice)
    const call = await as(await make.user(practice))
    const send = (body: object) => call(`/api/orders/${id}/messages`, { body })
    for (const body of [{}, { body: '' }, { body: '  ' }, { body: 'x'.repeat(4001) }, { body: 1 }])
      expect((await send(body)).status).toBe(422)
    for (const more of [{ isFromLaboratory: true }, { authorId: randomUUID() }, { at: '2020-01-01T00:00:00Z' }])
      expect((await send({ body: 'x', ...more })).status).toBe(422)
    const words = `<img src=x onerror=alert(1)> '"; drop table orders -- 😀 =cmd() \r\nBcc: x`
    expect((await (await send({ body: words })).json()).data.body).toBe(words)
    expect((await send({ body: 'é'.repeat(4000) })).status).toBe(201)
  })

  it('is not there for anybody else', async () => {
    const practice = await practiceOfItsOwn()
    const { id } = await make.order(practice)
    await isHiddenFromOthers(practice, id, '/messages', { body: 'x' })
    for (const other of [await make.practice(practice.laboratory), await practiceOfItsOwn()]) {
      const call = await as(await make.user(other))
      expect(await refusalOf(await call(`/api/orders/${id}/messages`))).toEqual([404, 'not_found'])
    }
    expect((await request(practice.laboratory, `/api/orders/${id}/messages`)).status).toBe(401)
    expect(await rowsOf(practice, 'select from order_messages')).toEqual([])
  })
})

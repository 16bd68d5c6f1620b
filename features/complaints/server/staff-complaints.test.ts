import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { unzip } from '#test/files.ts'
import { problemOf, startTestApp } from '#test/harness.ts'
import { waitedFor } from '#test/waited-for.ts'
import type { Complaint } from '../contract.ts'

const { make, as } = startTestApp()

/** A case the practice has complained of, asking for a remake unless told otherwise. */
async function complained({ remake = true } = {}) {
  const laboratory = await make.laboratory({ company_name: 'Labo Test' })
  const practice = await make.practice(laboratory)
  const doctor = await as(await make.user(practice))
  const order = await make.order(practice, { code: 'T-26-0001', status: 'delivered' })
  await make.insert(laboratory.id, 'order_products', {
    brand_id: laboratory.id,
    practice_id: practice.id,
    order_id: order.id,
    case_sequence: 1,
    ...(await make.product(laboratory).then(({ reference, version }) => ({ reference, product_version: version }))),
    label_fr: 'Couronne',
    label_en: 'Crown',
    quantity: 1,
  })
  const body = { kind: 'fit', description: 'Trop serré', remake }
  const problem = (await (await doctor(`/api/orders/${order.id}/problems`, { body })).json()).data
  const call = await as(
    await make.user(laboratory, { role: 'production', title: 'Mme', first_name: 'Inès', last_name: 'Roy' }),
  )
  const list = async (state = 'open') => {
    const { data, counts } = await (await call(`/api/staff/complaints?state=${state}`)).json()
    return { data: data as Complaint[], counts }
  }
  const decide = (id: string, decision: object) => call(`/api/staff/complaints/${id}/decision`, { body: decision })
  return { laboratory, practice, order, doctor, problem, call, list, decide }
}

describe('a complaint', () => {
  it('that the laboratory notes waits for whoever changes its case, and holds nothing of it meanwhile', async () => {
    const { laboratory, order, call } = await complained({ remake: false })
    const body = { orderCode: 'T-26-0001', kind: 'shade', description: 'Trop claire' }
    const { noted } = await make.within(laboratory.id, async client => {
      await client.query('select from orders where id = $1 for no key update', [order.id])
      const noted = call('/api/staff/complaints', { body })
      await waitedFor(client)
      // The lock a merge takes to move the case to another practice.
      await client.query('select from orders where id = $1 for update nowait', [order.id])
      return { noted }
    })
    expect((await noted).status).toBe(201)
  })

  it('is what the practice has reported, until somebody has decided by name whether it is serious and where it comes from', async () => {
    const { problem, list, decide, order } = await complained()
    expect(await list()).toMatchObject({
      data: [
        {
          id: problem.id,
          order: { id: order.id, code: 'T-26-0001' },
          kind: 'fit',
          description: 'Trop serré',
          isNoted: false,
          remake: { code: problem.remake.code },
          decision: null,
        },
      ],
      counts: { open: 1, decided: 0 },
    })
    expect((await decide(problem.id, { isSerious: false, cause: 'impression', note: 'Bulle' })).status).toBe(204)
    expect((await list()).data).toEqual([])
    expect(await list('decided')).toMatchObject({
      data: [{ decision: { isSerious: false, cause: 'impression', note: 'Bulle', by: 'Mme Inès Roy' } }],
      counts: { open: 0, decided: 1 },
    })
  })

  it('decided anew keeps what was said before', async () => {
    const { laboratory, problem, list, decide } = await complained()
    await decide(problem.id, { isSerious: false, cause: 'shade' })
    await decide(problem.id, { isSerious: true, cause: 'material' })
    expect((await list('decided')).data).toMatchObject([{ decision: { isSerious: true, cause: 'material' } }])
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select cause from complaint_decisions order by sequence'),
    )
    expect(rows).toEqual([{ cause: 'shade' }, { cause: 'material' }])
  })

  it('is decided of once it is, however many decide at once while the practice’s problem is answered', async () => {
    const { order, problem, call, list, decide } = await complained()
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, (_, one) => decide(problem.id, { isSerious: one % 2 === 0, cause: 'shade' })),
      call(`/api/staff/orders/${order.id}/problems/${problem.id}/answer`, { body: { answer: 'Nous la refaisons' } }),
    ])
    expect(answers.map(({ ok }) => ok)).toEqual(answers.map(() => true))
    expect(await list()).toMatchObject({ data: [], counts: { open: 0, decided: 1 } })
    expect((await list('decided')).data).toHaveLength(1)
  })

  it('is decided without a word to the practice’s open screens', async () => {
    const { laboratory, problem, decide } = await complained()
    const { ownerUrl } = inject('database')
    const listening = new pg.Client(ownerUrl)
    await listening.connect()
    const told: string[] = []
    const ended = new Promise<void>(resolve => {
      listening.on('notification', ({ payload = '' }) => {
        told.push(payload)
        if (payload === problem.id) resolve()
      })
    })
    await listening.query('listen changes')
    await decide(problem.id, { isSerious: false, cause: 'shade' })
    await listening.query(`select pg_notify('changes', $1)`, [problem.id])
    await ended
    await listening.end()
    const ofHere = told.filter(one => one.startsWith(laboratory.id)).map(one => one.split('/')[2])
    expect(ofHere).toContain('sheets')
    expect(ofHere).not.toContain('orders')
  })

  it('that was decided before problems said so themselves is marked by the migration', async () => {
    const { laboratory, problem, list, decide } = await complained()
    await decide(problem.id, { isSerious: false, cause: 'shade' })
    await make.within(laboratory.id, client => client.query('update order_problems set is_decided = false'))
    expect((await list()).counts).toEqual({ open: 1, decided: 0 })
    const owner = new pg.Client(inject('database').ownerUrl)
    await owner.connect()
    const migration = new URL('../../../db/migrations/0218_complaints_decided_before.sql', import.meta.url)
    await owner.query(readFileSync(migration, 'utf8'))
    await owner.end()
    expect((await list()).counts).toEqual({ open: 0, decided: 1 })
  })

  it('that is the oldest of very many stands on the last page', async () => {
    const { laboratory, problem, call } = await complained({ remake: false })
    await make.within(laboratory.id, client =>
      client.query(
        `insert into order_problems (brand_id, practice_id, order_id, kind, description, reported_by, reported_at)
         select brand_id, practice_id, order_id, kind, description, reported_by, reported_at + n * interval '1 second'
         from order_problems, generate_series(1, 1000) n where id = $1`,
        [problem.id],
      ),
    )
    const { data, page, counts } = await (await call('/api/staff/complaints?page=41')).json()
    expect([page.total, counts.open]).toEqual([1001, 1001])
    expect((data as Complaint[]).map(({ id }) => id)).toEqual([problem.id])
  })

  it('is open when it is made, whatever comes with it', async () => {
    const { laboratory, practice, order, list } = await complained()
    await make.insert(laboratory.id, 'order_problems', {
      brand_id: laboratory.id,
      practice_id: practice.id,
      order_id: order.id,
      kind: 'shade',
      description: 'Trop clair',
      reported_by: (await make.user(practice)).id,
      is_decided: true,
    })
    expect((await list()).counts).toEqual({ open: 2, decided: 0 })
  })

  it('that came by telephone is noted, and stands on the case as the laboratory’s', async () => {
    const { order, doctor, call, list } = await complained()
    const noted = { kind: 'shade', description: 'Trop clair, au téléphone' }
    const unknown = await call('/api/staff/complaints', { body: { orderCode: 'NOTHING', ...noted } })
    expect(await problemOf(unknown)).toMatchObject({
      status: 422,
      code: 'order_unknown',
      errors: [{ path: 'orderCode' }],
    })
    expect((await call('/api/staff/complaints', { body: { orderCode: 'T-26-0001', ...noted } })).status).toBe(201)
    expect((await list()).data).toMatchObject([
      { isNoted: true, reportedBy: 'Mme Inès Roy', kind: 'shade' },
      { isNoted: false },
    ])
    const { data } = await (await doctor(`/api/orders/${order.id}`)).json()
    expect(data.problems).toMatchObject([{ kind: 'shade', reportedBy: 'Labo Test' }, { kind: 'fit' }])
  })

  it('is decided by the laboratory’s bench alone; the practice sees nothing of the decision', async () => {
    const { laboratory, problem, doctor, order, decide } = await complained()
    const decision = { isSerious: true, cause: 'material' }
    await decide(problem.id, decision)
    const path = `/api/staff/complaints/${problem.id}/decision`
    expect((await doctor(path, { body: decision })).status).toBe(403)
    for (const role of ['accounting', 'driver']) {
      const other = await as(await make.user(laboratory, { role }))
      expect((await other('/api/staff/complaints')).status).toBe(403)
    }
    const stranger = await as(await make.user(await make.laboratory()))
    expect((await stranger(path, { body: decision })).status).toBe(404)
    expect((await decide(randomUUID(), decision)).status).toBe(404)
    expect(await (await doctor(`/api/orders/${order.id}`)).text()).not.toContain('material"')
  })
})

describe('a remake that the laboratory begins', () => {
  const wanted = {
    kind: 'shade',
    description: 'La teinte ne va pas',
    isSerious: false,
    cause: 'shade',
    note: 'Lumière',
  }

  it('is a case of the same work, linked both ways, with what is wrong for both and its cause for the laboratory', async () => {
    const { order, doctor, call, list } = await complained({ remake: false })
    const unread = async () => (await (await doctor('/api/unread')).json()).total
    expect(await unread()).toBe(0)
    const made = await call(`/api/staff/orders/${order.id}/remake`, { body: wanted })
    expect(made.status).toBe(201)
    const { remake } = (await made.json()).data
    expect(await unread()).toBe(1)
    const ofPractice = async (id: string) => (await (await doctor(`/api/orders/${id}`)).json()).data
    expect(await ofPractice(remake.id)).toMatchObject({
      code: remake.code,
      status: 'registered',
      enteredBy: null,
      remakeOf: { id: order.id, code: 'T-26-0001' },
      products: [{ label: 'Couronne' }],
    })
    const first = await ofPractice(order.id)
    expect(first).toMatchObject({ remake, problems: [{ kind: 'shade', reportedBy: 'Labo Test', remake }, {}] })
    expect(JSON.stringify(first)).not.toContain('Lumière')
    expect((await list('decided')).data).toMatchObject([
      { order: { id: order.id }, remake, decision: { cause: 'shade', note: 'Lumière', by: 'Mme Inès Roy' } },
    ])
  })

  it('answers what the practice has reported: one complaint with one cause, and nothing left to answer', async () => {
    const { laboratory, order, doctor, problem, call, list } = await complained({ remake: false })
    const { kind, description, ...decision } = wanted
    const answering = { problemId: problem.id, answer: 'Nous le refaisons', ...decision }
    const made = (await (await call(`/api/staff/orders/${order.id}/remake`, { body: answering })).json()).data
    expect(made.id).toBe(problem.id)
    expect((await (await doctor(`/api/orders/${order.id}`)).json()).data.problems).toMatchObject([
      {
        id: problem.id,
        kind: 'fit',
        description: 'Trop serré',
        state: 'answered',
        answer: { words: 'Nous le refaisons' },
        remake: made.remake,
      },
    ])
    expect(await list('decided')).toMatchObject({
      data: [{ id: problem.id, isNoted: false, remake: made.remake, decision: { cause: 'shade' } }],
      counts: { open: 0, decided: 1 },
    })
    expect((await (await call('/api/staff/problems')).json()).data).toEqual([])
    const causes = unzip(Buffer.from(await (await call(`/api/staff/orders/${order.id}/inspection`)).arrayBuffer()))
    expect(causes.get('refections-par-cause.csv')?.toString('utf8').trim().split('\r\n').slice(1)).toEqual([
      'Prise de teinte;1;0;1',
    ])
    // A problem may have another remake only once its remake is cancelled.
    const again = { ...answering, answer: 'Une fois encore' }
    const path = `/api/staff/orders/${order.id}/remake`
    expect((await problemOf(await call(path, { body: again }))).code).toBe('remake_exists')
    await make.within(laboratory.id, client =>
      client.query(`update orders set status = 'cancelled' where id = $1`, [made.remake.id]),
    )
    const second = (await (await call(path, { body: again })).json()).data
    expect([second.id, second.remake.code === made.remake.code]).toEqual([problem.id, false])
  })

  it('answers no problem that is settled, or of another case, and says either what it answers or what is wrong', async () => {
    const { order, doctor, problem, call } = await complained({ remake: false })
    const other = await complained({ remake: false })
    const { kind, description, ...decision } = wanted
    const refusal = async (body: object) =>
      problemOf(await call(`/api/staff/orders/${order.id}/remake`, { body: { ...decision, ...body } }))
    const answer = 'Nous le refaisons'
    expect(await refusal({ problemId: other.problem.id, answer })).toMatchObject({
      status: 422,
      code: 'problem_unknown',
      errors: [{ path: 'problemId', code: 'problem_unknown' }],
    })
    expect((await refusal({ problemId: problem.id, answer, kind })).errors).toEqual([
      { path: 'kind', code: 'not_asked' },
    ])
    expect((await refusal({ kind })).errors).toEqual([{ path: 'description', code: 'required' }])
    expect((await refusal({ problemId: problem.id })).errors).toEqual([{ path: 'answer', code: 'required' }])
    expect((await doctor(`/api/orders/${order.id}/problems/${problem.id}/settled`, { body: {} })).status).toBe(204)
    expect(await refusal({ problemId: problem.id, answer })).toMatchObject({ status: 409, code: 'problem_settled' })
    expect((await (await doctor(`/api/orders/${order.id}`)).json()).data.remake).toBeNull()
  })

  it('makes again what it names, told so in its summary', async () => {
    const { laboratory, practice, order, doctor, call } = await complained({ remake: false })
    const splint = { case_sequence: 2, reference: 'SPLINT', label_fr: 'Gouttière', label_en: 'Splint', quantity: 1 }
    const ofOrder = { brand_id: laboratory.id, practice_id: practice.id, order_id: order.id }
    await make.insert(laboratory.id, 'order_products', { ...ofOrder, ...splint, sector: 'upper' })
    const path = `/api/staff/orders/${order.id}/remake`
    for (const [lines, path_, code] of [
      [[], 'lines', 'required'],
      [[2, 3], 'lines.1', 'not_of_this_case'],
    ] as const)
      expect((await problemOf(await call(path, { body: { ...wanted, lines } }))).errors).toEqual([
        { path: path_, code },
      ])
    const { remake } = (await (await call(path, { body: { ...wanted, lines: [2] } })).json()).data
    expect((await (await doctor(`/api/orders/${remake.id}`)).json()).data).toMatchObject({
      summary: 'Gouttière, arcade sup.',
      products: [{ label: 'Gouttière', caseSequence: 1 }],
    })
  })

  it('makes again the work on the teeth that are wrong, where nothing else is named; also of what was to be adjusted', async () => {
    const { laboratory, practice, order, doctor, call } = await complained({ remake: false })
    const ofOrder = { brand_id: laboratory.id, practice_id: practice.id, order_id: order.id, quantity: 1 }
    const [onTooth, splint] = [
      { case_sequence: 2, reference: 'ONLAY', label_fr: 'Onlay', label_en: 'Onlay', teeth: '{26}' },
      { case_sequence: 3, reference: 'SPLINT', label_fr: 'Gouttière', label_en: 'Splint', sector: 'upper' },
    ]
    for (const line of [onTooth, splint]) await make.insert(laboratory.id, 'order_products', { ...ofOrder, ...line })
    const body = { kind: 'fit', description: 'Bascule', remake: false, adjust: true, teeth: [26] }
    const reported = (await (await doctor(`/api/orders/${order.id}/problems`, { body })).json()).data
    const answer = { problemId: reported.id, answer: 'Nous la refaisons', isSerious: false, cause: 'impression' }
    const { remake } = (await (await call(`/api/staff/orders/${order.id}/remake`, { body: answer })).json()).data
    expect((await (await doctor(`/api/orders/${remake.id}`)).json()).data.products).toMatchObject([{ label: 'Onlay' }])
  })

  it('is named by a problem only where the laboratory says so, and where it is the remake of that case', async () => {
    const { laboratory, practice, order, problem } = await complained({ remake: false })
    const [again, another] = [await make.order(practice, { remake_of: order.id }), await make.order(practice)]
    const name = (audience: string, id: string) =>
      make.within(laboratory.id, async client => {
        await client.query('select tenant.set_context($1, $2, $3, $4)', [
          laboratory.id,
          audience === 'practice' ? practice.id : null,
          null,
          audience,
        ])
        await client.query('update order_problems set remake_id = $1 where id = $2', [id, problem.id])
      })
    await expect(name('practice', again.id)).rejects.toMatchObject({ code: '42501' })
    await expect(name('staff', another.id)).rejects.toMatchObject({ constraint: 'order_problems__its_remake' })
    await name('staff', again.id)
  })

  it('happens once, whoever begins it, and of what has left', async () => {
    const { order, practice, call } = await complained()
    const refusalFor = async (id: string) =>
      (await problemOf(await call(`/api/staff/orders/${id}/remake`, { body: wanted }))).code
    expect(await refusalFor(order.id)).toBe('remake_exists')
    const here = await make.order(practice, { status: 'in_production' })
    expect(await refusalFor(here.id)).toBe('remake_too_early')
    expect(await refusalFor(randomUUID())).toBe('not_found')
  })
})

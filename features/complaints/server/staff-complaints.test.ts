import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { Complaint } from '../contract.ts'

const { make, as } = startTestApp()

/** A case of which the practice has complained and, unless said otherwise, asked for a remake. */
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

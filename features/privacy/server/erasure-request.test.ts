import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownPath, startForgetting } from '#test/forgetting.ts'
import { problemOf, startTestApp } from '#test/harness.ts'

const testApp = startTestApp()
const { database, make, as, request } = testApp
const { laboratory, practice, staff, stateOf, listed, asked, decide, rowOf, mailsTo } = await startForgetting(testApp)
const owner = new pg.Client({ connectionString: database.ownerUrl })
beforeAll(() => owner.connect())
afterAll(() => owner.end())

describe('asking to be forgotten', () => {
  it('waits for the laboratory, is one request however often it is asked, and can be withdrawn while it waits', async () => {
    const user = await make.user(practice)
    expect(await stateOf(user)).toBeNull()
    const { id } = await asked(user)
    expect((await asked(user)).id).toBe(id)
    const { queues } = (await (await (await as(staff))('/api/staff/waiting')).json()).data
    expect(queues.erasures.count, 'on the laboratory’s first screen').toBeGreaterThan(0)
    expect(await stateOf(user)).toMatchObject({ state: 'waiting', decidedAt: null })
    const call = await as(user)
    expect((await call(ownPath, { method: 'DELETE' })).status).toBe(204)
    expect(await stateOf(user)).toMatchObject({ state: 'withdrawn' })
    expect(await problemOf(await call(ownPath, { method: 'DELETE' }))).toMatchObject({ code: 'erasure_decided' })
    expect((await asked(user)).id).not.toBe(id)
  })

  it('is refused with a sentence that whoever has asked reads, here and by mail', async () => {
    const user = await make.user(practice)
    const { id, email } = await asked(user)
    expect((await decide(id, 'refuse')).status).toBe(204)
    expect(await stateOf(user)).toMatchObject({ state: 'refused', reason: 'Une facture est encore due.' })
    expect((await mailsTo(email)).map(({ text_part }) => text_part).join()).toContain('Une facture est encore due.')
    expect((await rowOf(user)).last_name).toBe('Martin')
    expect(await problemOf(await decide(id, 'carry-out'))).toMatchObject({ code: 'erasure_decided' })
  })

  it('by several people of the staff at once is decided once', async () => {
    const { id } = await asked(await make.user(practice))
    const answers = await Promise.all([decide(id, 'carry-out'), decide(id, 'refuse'), decide(id, 'carry-out')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409])
  })

  it('shows the laboratory what would stay, and that nobody else could let colleagues in', async () => {
    const place = await make.practice(laboratory)
    const user = await make.user(place, { account_type: 'manager' })
    const of = { brand_id: laboratory.id, practice_id: place.id }
    const { id: order_id } = await make.order(place, { prescriber_id: user.id, prescriber: 'Dr Claire Martin' })
    await make.insert(laboratory.id, 'order_messages', {
      ...of,
      order_id,
      author_id: user.id,
      is_from_laboratory: false,
      body: 'Bonjour',
    })
    expect(await asked(user)).toMatchObject({
      isLastManager: true,
      stays: { cases: 1, statements: 0, messages: 1, files: 0 },
    })
    await make.user(place, { account_type: 'manager' })
    expect(await asked(user)).toMatchObject({ isLastManager: false })
  })
})

describe('whoever may not', () => {
  it('asks for nobody else, decides nothing and sees no requests', async () => {
    const user = await make.user(practice)
    const { id } = await asked(user)
    expect((await request(laboratory, ownPath, { method: 'POST' })).status).toBe(401)
    expect((await request(laboratory, '/api/staff/erasures')).status).toBe(401)
    const others = [
      await make.user(practice, { account_type: 'manager' }),
      await make.user(practice, { is_practice_doctor: true }),
      await make.user(practice, { is_dlcpm: true }),
      await make.user(await make.practice(laboratory), { account_type: 'manager' }),
      ...(await Promise.all(['production', 'accounting', 'driver'].map(role => make.user(laboratory, { role })))),
    ]
    for (const other of others) {
      expect((await (await as(other))('/api/staff/erasures')).status).toBe(403)
      for (const act of ['carry-out', 'refuse'] as const) expect((await decide(id, act, other)).status).toBe(403)
      // Only one's own: a colleague's request can be neither seen nor withdrawn.
      const own = await (await as(other))(ownPath)
      if (own.status === 200) {
        expect((await own.json()).data).toBeNull()
        expect((await (await as(other))(ownPath, { method: 'DELETE' })).status).toBe(404)
      }
    }
    const foreign = await make.user(await make.laboratory())
    for (const act of ['carry-out', 'refuse'] as const) expect((await decide(id, act, foreign)).status).toBe(404)
    expect(await listed(foreign)).toEqual([])
    expect(await stateOf(user)).toMatchObject({ state: 'waiting' })
  })

  it('goes round it by no statement: neither the words "carried out" nor a request in another’s name', async () => {
    const user = await make.user(practice)
    const { id } = await asked(user)
    const inContext = async (userId: string, audience: string, statement: string) => {
      await owner.query('begin')
      await owner.query('select tenant.set_context($1, $2, $3, $4)', [laboratory.id, practice.id, userId, audience])
      return owner
        .query(statement)
        .then(
          () => 'done',
          (error: { code: string }) => error.code,
        )
        .finally(() => owner.query('rollback'))
    }
    const carried = `update erasure_requests set state = 'carried_out', decided_by = user_id, decided_at = now() where id = '${id}'`
    expect(await inContext(staff.id, 'staff', carried)).toBe('42501')
    expect(await inContext(user.id, 'practice', carried)).toBe('42501')
    const colleague = await make.user(practice)
    const inAnothersName = `insert into erasure_requests (brand_id, practice_id, user_id)
      values ('${laboratory.id}', '${practice.id}', '${colleague.id}')`
    expect(await inContext(user.id, 'practice', inAnothersName)).toBe('42501')
    expect(await inContext(user.id, 'practice', `select tenant.carry_out_erasure('${id}')`)).toBe('42501')
    const driver = await make.user(laboratory, { role: 'driver' })
    expect(await inContext(driver.id, 'staff', `select tenant.carry_out_erasure('${id}')`)).toBe('42501')
  })
})

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { change, invite, listOf, newcomer, path, refusalOf, startColleagueTests } from '#test/colleagues.ts'
import { problemOf } from '#test/harness.ts'

const { make, as, request, opened, rowsOf, userRow, mailsOf } = startColleagueTests()

describe('what is sent', () => {
  const unknown = {
    brandId: randomUUID(),
    practiceId: randomUUID(),
    kind: 'staff',
    role: 'administrator',
    login: 'boss',
    isDLCPM: true,
    passwordHash: 'x',
    status: 'active',
    constructor: {},
  }
  it.each(Object.entries(unknown))('is refused with %s, whatever may be changed', async (name, value) => {
    const { laboratory, doctor, asManager } = await opened()
    const before = await rowsOf(laboratory, 'select * from users order by id')
    const answers = [
      await invite(asManager, { ...newcomer(), [name]: value }),
      await change(asManager, doctor, { accountType: 'manager', [name]: value }),
    ]
    for (const answer of answers)
      expect(await problemOf(answer)).toMatchObject({ status: 422, errors: [{ path: name, code: 'not_allowed' }] })
    expect(await rowsOf(laboratory, 'select * from users order by id')).toEqual(before)
  })

  it('is said by field', async () => {
    const { asManager, doctor } = await opened()
    const faultsOf = async (response: Response) => {
      const { status, errors } = await problemOf(response)
      return [status, errors?.map(({ path, code }) => `${path} ${code}`)]
    }
    expect(await faultsOf(await invite(asManager, { ...newcomer(), firstName: ' ', email: 'paul' }))).toEqual([
      422,
      ['firstName required', 'email mail_address_expected'],
    ])
    expect(await faultsOf(await invite(asManager, { ...newcomer(), accountType: 'owner' }))).toEqual([
      422,
      ['accountType not_listed'],
    ])
    expect(await faultsOf(await change(asManager, doctor, { accountType: null, isDisabled: 1 }))).toEqual([
      422,
      ['accountType not_listed', 'isDisabled boolean_expected'],
    ])
  })
})

describe('colleagues are not for', () => {
  const calls = (id: string) =>
    [
      [path, {}],
      ['/api/account', { body: newcomer() }],
      [`${path}/${id}`, { method: 'PATCH', body: { isDisabled: true } }],
      [`${path}/${id}/invitation`, { method: 'POST' }],
    ] as const

  it('strangers, doctors of the practice, or the staff', async () => {
    const { laboratory, practice, manager, asDoctor } = await opened()
    const others = [
      asDoctor,
      await as(await make.user(practice, { is_practice_doctor: true })),
      await as(await make.user(practice, { is_dlcpm: true })),
      await as(await make.user(laboratory)),
    ]
    for (const [address, options] of calls(manager.id)) {
      expect((await request(laboratory, address, options)).status).toBe(401)
      for (const call of others) expect(await refusalOf(await call(address, options))).toEqual([403, 'forbidden'])
    }
    expect(await userRow(manager)).toMatchObject({ disabled_at: null })
  })

  it('managers of another practice or laboratory: unseen and untouched', async () => {
    const { laboratory, doctor } = await opened()
    const neighbour = await make.user(await make.practice(laboratory), { account_type: 'manager' })
    const { manager: stranger } = await opened()
    for (const user of [neighbour, stranger]) {
      const call = await as(user)
      expect((await listOf(call)).map(({ id }) => id)).not.toContain(doctor.id)
      for (const id of [doctor.id, randomUUID()])
        for (const [address, options] of calls(id).slice(2)) expect((await call(address, options)).status).toBe(404)
    }
    expect(await userRow(doctor)).toMatchObject({ disabled_at: null })
    expect(await mailsOf(laboratory)).toEqual([])
  })
})

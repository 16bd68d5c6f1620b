import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { known, startAccountTests, type Waiting } from '#test/account.ts'
import { listenTo } from '#test/events.ts'
import { problemOf } from '#test/harness.ts'

const {
  make,
  as,
  request,
  opened,
  patch,
  asked,
  accountOf,
  waitingFor,
  waitingOne,
  decide,
  withdraw,
  refusalOf,
  rowsOf,
  everythingOf,
  deedsOf,
} = startAccountTests()

describe('the account', () => {
  it('shows what the laboratory knows, leaves out what there is nothing of, and names no colleague', async () => {
    const { asClaire, claire } = await opened({ mobile: null })
    expect(await accountOf(asClaire)).toEqual({
      practice: 'Cabinet d’essai',
      personalInformation: {
        title: 'Dr',
        firstName: 'Claire',
        lastName: 'Martin',
        login: claire.login,
        email: expect.stringContaining('@example.test'),
      },
      officeAddress: { address: '18 rue de Paris', postalCode: '93260', city: 'Les Lilas', countryCode: 'FR' },
      contactInformation: { phone: '01 99 00 45 12', emails: ['accueil@cabinet.test'] },
      deliveryInstruction: {
        deliveryInstruction: 'Sonner deux fois',
        deliveryDays: [1, 2, 3, 4, 5],
        openingDays: [1, 2, 3, 4, 5],
      },
      changes: [],
    })
  })

  it('is nobody’s who has not signed in, nor the staff’s, and a DLCPM account’s like any other', async () => {
    const { laboratory, practice, asStaff } = await opened()
    expect((await request(laboratory, '/api/account')).status).toBe(401)
    expect((await asStaff('/api/account')).status).toBe(403)
    for (const flag of ['is_dlcpm', 'is_practice_doctor']) {
      const call = await as(await make.user(practice, { [flag]: true }))
      expect((await patch(call, 'personal-information', { phone: '06 99 00 11 22' })).status).toBe(202)
    }
  })
})

describe('a request for a change', () => {
  it('waits, changes nothing, and shows before, after and state to the colleagues too', async () => {
    const here = await opened()
    const before = await everythingOf(here)
    const change = await asked(here.asClaire, 'contact-information', {
      phone: '01 99 00 77 77',
      mobile: null,
      emails: ['accueil@cabinet.test', 'compta@cabinet.test'],
    })
    expect(change).toEqual({
      id: expect.any(String),
      part: 'contact_information',
      state: 'pending',
      requestedAt: expect.any(String),
      requestedBy: 'Dr Claire Martin',
      isOwn: true,
      mayWithdraw: true,
      withdrawnBy: null,
      fields: [
        { field: 'phone', before: '01 99 00 45 12', after: '01 99 00 77 77' },
        { field: 'mobile', before: '06 99 00 45 12', after: null },
        {
          field: 'emails',
          before: ['accueil@cabinet.test'],
          after: ['accueil@cabinet.test', 'compta@cabinet.test'],
        },
      ],
      decidedAt: null,
      reason: null,
    })
    expect(await everythingOf(here)).toEqual(before)
    const asManager = await as(await make.user(here.practice, { account_type: 'manager' }))
    for (const [call, mayWithdraw] of [
      [here.asPaul, false],
      [asManager, true],
    ] as const)
      expect((await accountOf(call)).changes).toEqual([{ ...change, isOwn: false, mayWithdraw }])
    expect(await deedsOf(here.laboratory)).toEqual(['account_change_requested'])
  })

  it('about oneself is seen by nobody else of the practice', async () => {
    const { asClaire, asPaul } = await opened()
    const { id } = await asked(asClaire, 'personal-information', { phone: '06 99 00 11 22' })
    expect((await accountOf(asClaire)).changes.map(change => change.id)).toEqual([id])
    expect((await accountOf(asPaul)).changes).toEqual([])
    expect((await withdraw(asPaul, { id })).status).toBe(404)
  })

  it('of another practice or laboratory is not there', async () => {
    const { laboratory, asClaire } = await opened()
    const change = await asked(asClaire, 'contact-information', { mobile: null })
    const neighbour = await as(await make.user(await make.practice(laboratory)))
    const foreign = await opened()
    for (const call of [neighbour, foreign.asClaire]) {
      expect((await accountOf(call)).changes).toEqual([])
      expect((await withdraw(call, change)).status).toBe(404)
    }
    expect(await waitingFor(foreign.asStaff)).toEqual([])
    const response = await decide(foreign.asStaff, { ...change, version: 'x' } as unknown as Waiting, 'apply')
    expect(response.status).toBe(404)
  })

  it('is added to by whoever has made it, and gone once it comes to nothing', async () => {
    const { asClaire, laboratory } = await opened()
    const first = await asked(asClaire, 'contact-information', { phone: '01 99 00 77 77' })
    const second = await asked(asClaire, 'contact-information', { mobile: null })
    expect(second.id).toBe(first.id)
    expect(second.fields.map(({ field }) => field)).toEqual(['phone', 'mobile'])
    const third = await asked(asClaire, 'contact-information', { phone: known.phone })
    expect(third.fields.map(({ field }) => field)).toEqual(['mobile'])
    const nothing = await patch(asClaire, 'contact-information', { mobile: known.mobile })
    expect([nothing.status, await nothing.json()]).toEqual([202, { data: null }])
    expect((await accountOf(asClaire)).changes).toEqual([])
    expect(await (await patch(asClaire, 'contact-information', {})).json()).toEqual({ data: null })
    expect(await deedsOf(laboratory)).toEqual([
      'account_change_requested',
      'account_change_requested',
      'account_change_requested',
      'account_change_withdrawn',
    ])
  })

  it('of what a colleague has asked for is refused by field; beside it, it waits as well', async () => {
    const { asClaire, asPaul } = await opened()
    await asked(asClaire, 'contact-information', { phone: '01 99 00 77 77' })
    const refused = await patch(asPaul, 'contact-information', { phone: '01 99 00 88 88', mobile: null })
    expect(await problemOf(refused)).toMatchObject({
      status: 409,
      code: 'change_pending',
      errors: [{ path: 'phone', code: 'pending' }],
    })
    await asked(asPaul, 'contact-information', { mobile: null })
    await asked(asPaul, 'personal-information', { phone: '01 99 00 88 88' })
    expect((await accountOf(asPaul)).changes.map(({ fields }) => fields.map(({ field }) => field))).toEqual([
      ['phone'],
      ['mobile'],
      ['phone'],
    ])
  })

  it('of one field by ten people at once waits once', async () => {
    const { practice, laboratory } = await opened()
    const callers = await Promise.all(Array.from({ length: 10 }, async () => as(await make.user(practice))))
    const answers = await Promise.all(
      callers.map((call, index) => patch(call, 'delivery-instruction', { deliveryInstruction: `Porte ${index}` })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, ...Array.from({ length: 9 }, () => 409)])
    const once = `select from account_change_fields where field = 'deliveryInstruction' and state = 'pending'`
    expect(await rowsOf(laboratory, once)).toHaveLength(1)
  })

  it('twice for one field cannot stand in the database either, nor a decided one be decided again', async () => {
    const { practice, laboratory, claire, paul, asClaire, asStaff } = await opened()
    await asked(asClaire, 'contact-information', { mobile: null })
    const other = randomUUID()
    const ofPractice = { brand_id: laboratory.id, practice_id: practice.id }
    const requested = { part: 'contact_information', requested_by: paul.id }
    await make.insert(laboratory.id, 'account_changes', { ...ofPractice, id: other, ...requested })
    const field = { change_id: other, subject_id: practice.id, field: 'mobile', before: '"1"', after: '"2"' }
    await expect(make.insert(laboratory.id, 'account_change_fields', { ...ofPractice, ...field })).rejects.toThrow(
      /account_change_fields__once/,
    )
    const mine = (await waitingFor(asStaff)).find(({ fields }) => fields.length > 0)
    if (!mine) throw new Error('Nothing waits.')
    expect((await decide(asStaff, mine, 'apply')).status).toBe(204)
    const again = `update account_changes set state = 'refused', reason = 'x' where requested_by = '${claire.id}'`
    await expect(rowsOf(laboratory, again)).rejects.toThrow(/has been decided/)
    await expect(rowsOf(laboratory, `delete from account_change_fields where state = 'applied'`)).rejects.toThrow(
      /has been decided/,
    )
  })

  it('is withdrawn by whoever made it, once, and not after it has been decided', async () => {
    const { asClaire, asPaul, asStaff, laboratory } = await opened()
    const change = await asked(asClaire, 'delivery-instruction', { deliveryInstruction: null, deliveryDays: [2, 4] })
    expect((await withdraw(asPaul, change)).status).toBe(404)
    expect((await withdraw(asClaire, change)).status).toBe(204)
    expect(await refusalOf(await withdraw(asClaire, change))).toEqual([409, 'change_decided'])
    expect((await accountOf(asClaire)).changes).toEqual([])
    expect(await waitingFor(asStaff)).toEqual([])
    const again = await asked(asClaire, 'delivery-instruction', { deliveryDays: [2, 4] })
    await decide(asStaff, await waitingOne(asStaff), 'apply')
    expect(await refusalOf(await withdraw(asClaire, again))).toEqual([409, 'change_decided'])
    expect(await deedsOf(laboratory)).toEqual([
      'account_change_requested',
      'account_change_withdrawn',
      'account_change_requested',
      'account_change_applied',
    ])
  })

  it('for the practice is withdrawn by a manager too, who asked sees by whom, and may ask again', async () => {
    const { practice, laboratory, asClaire, asPaul } = await opened()
    const asManager = await as(await make.user(practice, { account_type: 'manager', last_name: 'Petit' }))
    const change = await asked(asClaire, 'contact-information', { phone: '01 99 00 77 77' })
    expect((await withdraw(asManager, change)).status).toBe(204)
    expect(await refusalOf(await withdraw(asManager, change))).toEqual([409, 'change_decided'])
    const seen = { id: change.id, state: 'withdrawn', isOwn: true, mayWithdraw: false }
    expect((await accountOf(asClaire)).changes).toMatchObject([
      { ...seen, withdrawnBy: expect.stringContaining('Petit') },
    ])
    expect((await accountOf(asPaul)).changes).toEqual([])
    expect((await asked(asClaire, 'contact-information', { phone: '01 99 00 88 88' })).id).not.toBe(change.id)
    expect(await deedsOf(laboratory)).toEqual([
      'account_change_requested',
      'account_change_withdrawn',
      'account_change_requested',
    ])
  })

  it('about a person is no manager’s to withdraw, nor another practice’s manager’s that of this one', async () => {
    const { practice, laboratory, asClaire } = await opened()
    const manager = { account_type: 'manager' }
    const asManager = await as(await make.user(practice, manager))
    const asNeighbour = await as(await make.user(await make.practice(laboratory), manager))
    const own = await asked(asClaire, 'personal-information', { phone: '06 99 00 11 22' })
    const shared = await asked(asClaire, 'contact-information', { mobile: null })
    expect((await withdraw(asManager, own)).status).toBe(404)
    expect((await withdraw(asNeighbour, shared)).status).toBe(404)
    expect((await accountOf(asClaire)).changes.map(({ state }) => state)).toEqual(['pending', 'pending'])
  })

  it('is withdrawn by two managers at once, once', async () => {
    const { asClaire, practice } = await opened()
    const managers = await Promise.all(
      [1, 2].map(async () => as(await make.user(practice, { account_type: 'manager' }))),
    )
    const change = await asked(asClaire, 'contact-information', { mobile: null })
    const answers = await Promise.all(managers.map(call => withdraw(call, change)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  })

  it('cannot be withdrawn in the database by whoever is no manager, nor what concerns a person by a colleague', async () => {
    const { laboratory, claire, paul, asClaire } = await opened()
    const stranger = await make.user(await make.practice(laboratory), { account_type: 'manager' })
    await asked(asClaire, 'contact-information', { mobile: null })
    await asked(asClaire, 'personal-information', { phone: '06 99 00 11 22' })
    const by = (id: string, part: string) =>
      rowsOf(
        laboratory,
        `update account_changes set state = 'withdrawn', decided_by = '${id}', decided_at = now()
         where requested_by = '${claire.id}' and part = '${part}'`,
      )
    for (const id of [stranger.id, paul.id])
      await expect(by(id, 'contact_information')).rejects.toThrow(/whoever has asked withdraws it/)
    await expect(by(paul.id, 'personal_information')).rejects.toThrow(/whoever has asked withdraws it/)
  })

  it('is told at once to whoever has the page open, of the practice and of the laboratory', async () => {
    const { asClaire, asPaul, asStaff } = await opened()
    const streams = [listenTo(await asPaul('/api/events')), listenTo(await asStaff('/api/events'))]
    for (const events of streams) await events.next('ready')
    await asked(asClaire, 'contact-information', { mobile: null })
    for (const events of streams) expect((await events.next('change')).topics).toEqual(['account'])
    const decided = await decide(asStaff, await waitingOne(asStaff), 'apply')
    expect(decided.status).toBe(204)
    for (const events of streams) {
      expect((await events.next('change')).topics).toEqual(['account'])
      await events.close()
    }
  })
})

import { describe, expect, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestPractice, TestUser } from '#test/make.ts'
import { waitedFor } from '#test/waited-for.ts'

const { make, as } = startTestApp()

async function orderingPractice() {
  const practice = await make.practice(await make.laboratory())
  const { reference } = await make.product(practice.laboratory)
  const order = {
    patientCode: 'P-77',
    printType: 'optical',
    products: [{ reference, teeth: [26], quantity: 1, shade: 'A2' }],
  }
  const manager = await make.user(practice, { account_type: 'manager', title: 'Mme', first_name: 'Léa' })
  const send = async (by: TestUser, more: Record<string, unknown> = {}) =>
    (await as(by))('/api/orders', { body: { ...order, ...more } })
  return { practice, manager, send }
}
const rowsOf = async (practice: TestPractice) =>
  (
    await make.within(practice.laboratory.id, client =>
      client.query('select prescriber, prescriber_id, ordered_by from orders order by code'),
    )
  ).rows
const refusal = async (response: Response) => {
  const { code, errors } = await problemOf(response)
  return [response.status, code, errors]
}

describe('who prescribes an order', () => {
  it('is the doctor who sends it, or a colleague whom that doctor names', async () => {
    const { practice, send } = await orderingPractice()
    const [martin, benali] = [await make.user(practice), await make.user(practice, { last_name: 'Benali' })]
    expect((await send(martin)).status).toBe(201)
    expect((await send(martin, { prescriberId: benali.id })).status).toBe(201)
    expect(await rowsOf(practice)).toEqual([
      { prescriber: 'Dr Claire Martin', prescriber_id: martin.id, ordered_by: martin.id },
      { prescriber: 'Dr Claire Benali', prescriber_id: benali.id, ordered_by: martin.id },
    ])
  })

  it('is the dentist who manages the practice, like every doctor of it', async () => {
    const { practice, manager, send } = await orderingPractice()
    const dentist = await make.user(practice, { account_type: 'manager', title: 'Drs', last_name: 'Adam' })
    const assistant = await make.user(practice, { title: 'Mme', last_name: 'Benali' })
    expect((await send(dentist)).status).toBe(201)
    expect((await send(dentist, { prescriberId: assistant.id })).status).toBe(201)
    expect((await send(manager, { prescriberId: dentist.id })).status).toBe(201)
    expect(await rowsOf(practice)).toMatchObject([
      { prescriber: 'Drs Claire Adam', prescriber_id: dentist.id, ordered_by: dentist.id },
      { prescriber: 'Mme Claire Benali', ordered_by: dentist.id },
      { prescriber: 'Drs Claire Adam', prescriber_id: dentist.id, ordered_by: manager.id },
    ])
    const { doctors } = (await (await (await as(dentist))('/api/order-prescribers')).json()).data
    expect(doctors.map(({ id }: { id: string }) => id)).toEqual([assistant.id, dentist.id])
  })

  it('is never a manager who is no dentist: a doctor, practice doctors too, or a name has to be given', async () => {
    const { practice, manager, send } = await orderingPractice()
    const doctor = await make.user(practice, { is_practice_doctor: true })
    expect(await refusal(await send(manager))).toEqual([
      422,
      'input_invalid',
      [{ path: 'prescriberId', code: 'required' }],
    ])
    expect((await send(manager, { prescriberId: doctor.id })).status).toBe(201)
    expect((await send(manager, { prescriberName: ' Dr Anne Leroy ' })).status).toBe(201)
    expect(await rowsOf(practice)).toEqual([
      { prescriber: 'Dr Claire Martin', prescriber_id: doctor.id, ordered_by: manager.id },
      { prescriber: 'Dr Anne Leroy', prescriber_id: null, ordered_by: manager.id },
    ])
  })

  it('is nobody of whom the laboratory says in the same moment that they are DLCPM', async () => {
    const { practice, manager, send } = await orderingPractice()
    const doctor = await make.user(practice)
    expect((await send(manager, { prescriberId: doctor.id })).status).toBe(201)
    const ordering = await make.within(practice.laboratory.id, async client => {
      // The doctors are read before the code is drawn, so this blocks between the two.
      await client.query('select from order_code_counters for update')
      const ordering = send(manager, { prescriberId: doctor.id })
      await waitedFor(client)
      await client.query('update users set is_dlcpm = true where id = $1', [doctor.id])
      return { ordering }
    })
    expect(await refusal(await ordering.ordering)).toEqual([
      422,
      'input_invalid',
      [{ path: 'prescriberId', code: 'not_in_practice' }],
    ])
  })

  it('is an active doctor of the same practice', async () => {
    const { practice, manager, send } = await orderingPractice()
    const others = [
      manager,
      await make.user(practice, { disabled_at: new Date() }),
      await make.user(practice, { is_dlcpm: true }),
      await make.user(await make.practice(practice.laboratory)),
      await make.user(practice.laboratory),
      await make.user(await make.practice(await make.laboratory())),
    ]
    for (const { id } of others)
      expect(await refusal(await send(manager, { prescriberId: id }))).toEqual([
        422,
        'input_invalid',
        [{ path: 'prescriberId', code: 'not_in_practice' }],
      ])
    expect(await rowsOf(practice)).toEqual([])
  })

  it('stays by name as on the day of the order, whatever the account is called later', async () => {
    const { practice, send } = await orderingPractice()
    const doctor = await make.user(practice)
    await send(doctor)
    await make.within(practice.laboratory.id, client =>
      client.query("update users set last_name = 'Dupont' where id = $1", [doctor.id]),
    )
    expect(await rowsOf(practice)).toMatchObject([{ prescriber: 'Dr Claire Martin' }])
  })

  it('is the one of the first case where that is made again, whoever asks for it', async () => {
    const { practice, manager } = await orderingPractice()
    const doctor = await make.user(practice)
    const made = { ordered_by: doctor.id, status: 'delivered' }
    const { id } = await make.order(practice, made)
    const unknown = await make.order(practice, { status: 'delivered', code: 'X-1' })
    const call = await as(manager)
    for (const first of [id, unknown.id]) {
      await make.orderLine(practice, first, 'X')
      const body = { kind: 'fit', description: 'Ne descend pas', remake: true }
      expect((await call(`/api/orders/${first}/problems`, { body })).status).toBe(201)
    }
    const { rows } = await make.within(practice.laboratory.id, client =>
      client.query('select prescriber_id from orders where ordered_by = $1 order by created_at', [manager.id]),
    )
    expect(rows).toEqual([{ prescriber_id: doctor.id }, { prescriber_id: null }])
  })

  it('of a remake is nobody where nobody is known of the first case, even where a dentist asks for it', async () => {
    const { practice } = await orderingPractice()
    for (const values of [{ account_type: 'manager', title: 'Dr' }, { account_type: 'doctor' }]) {
      const asking = await make.user(practice, values)
      const first = await make.order(practice, { status: 'delivered' })
      await make.orderLine(practice, first.id, 'X')
      const body = { kind: 'fit', description: 'Ne descend pas', remake: true }
      expect((await (await as(asking))(`/api/orders/${first.id}/problems`, { body })).status).toBe(201)
      const { rows } = await make.within(practice.laboratory.id, client =>
        client.query('select prescriber_id, prescriber from orders where remake_of = $1', [first.id]),
      )
      expect(rows).toEqual([{ prescriber_id: null, prescriber: null }])
    }
  })

  it.each(['Docteur', 'Dr.', 'DR', 'Dre', 'Mme le Dr', 'Pr', 'Prof. Dr.', 'Drs'])(
    'is a dentist who manages, titled %s',
    async title => {
      const { practice, send } = await orderingPractice()
      const manager = await make.user(practice, { account_type: 'manager', title })
      expect((await send(manager)).status).toBe(201)
      expect(await rowsOf(practice)).toMatchObject([{ prescriber_id: manager.id }])
    },
  )

  it.each(['M.', 'Mme', 'Drôle', 'Présidente', 'Assistante du Dr Petit', 'Secrétaire Dr', 'Mme (ass. dr Paré)', ''])(
    'is nobody who is titled “%s”',
    async title => {
      const { practice, send } = await orderingPractice()
      const manager = await make.user(practice, { account_type: 'manager', title })
      expect((await send(manager)).status).toBe(422)
    },
  )
})

describe('GET /api/order-prescribers', () => {
  it('names whom this user ordered for last, then whom colleagues did, then the others', async () => {
    const { practice, manager, send } = await orderingPractice()
    const doctor = (last_name: string, values = {}) => make.user(practice, { last_name, ...values })
    const [adam, brun, colin] = [await doctor('Adam'), await doctor('Brun'), await doctor('Colin')]
    await doctor('Zola', { disabled_at: new Date() })
    await doctor('Yver', { is_dlcpm: true })
    const listed = async () => (await (await (await as(manager))('/api/order-prescribers')).json()).data
    expect(await listed()).toEqual({
      doctors: [adam, brun, colin].map(({ id }, place) => ({
        id,
        name: `Dr Claire ${['Adam', 'Brun', 'Colin'][place]}`,
      })),
      names: [],
    })
    await send(manager, { prescriberId: colin.id })
    await send(manager, { prescriberName: 'Dr Anne Leroy' })
    await send(brun, { prescriberName: 'Dr Paul Roche' })
    await send(brun)
    const { doctors, names } = await listed()
    expect(doctors.map(({ id }: { id: string }) => id)).toEqual([colin.id, brun.id, adam.id])
    expect(names).toEqual(['Dr Anne Leroy', 'Dr Paul Roche'])
  })
})

describe('the database', () => {
  it('takes no order that somebody has entered without a prescriber, nor one of another practice', async () => {
    const { practice, manager } = await orderingPractice()
    const stranger = await make.user(await make.practice(practice.laboratory))
    await expect(make.order(practice, { ordered_by: manager.id })).rejects.toThrow('an order without a prescriber')
    const foreign = { ordered_by: manager.id, prescriber: 'Dr X', prescriber_id: stranger.id }
    await expect(make.order(practice, foreign)).rejects.toThrow('orders__prescriber_id')
    await expect(make.order(practice, { prescriber: '' })).rejects.toThrow('orders__prescriber')
    const { id } = await make.order(practice, { ordered_by: (await make.user(practice)).id })
    await expect(
      make.within(practice.laboratory.id, client =>
        client.query('update orders set prescriber = null where id = $1', [id]),
      ),
    ).rejects.toThrow('orders__prescriber')
  })
})

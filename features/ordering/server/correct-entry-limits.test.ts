import { describe, expect, it } from 'vitest'
import { addDays } from '#kit/day.ts'
import { refusalOf, startEntering } from '#test/entering.ts'
import { startTestApp } from '#test/harness.ts'
import { today } from '#test/today.ts'

const use = startTestApp({ connections: 25 })
const { make, as, request } = use
const entered = startEntering(use)

describe('a correction of what was read wrongly', () => {
  it('waits for a change that the practice has asked for: granted later, it would take the correction back', async () => {
    const { laboratory, doctor, id, correct, seen } = await entered()
    for (const status of ['in_preparation', 'in_production'])
      await make.within(laboratory.id, client =>
        client.query('update orders set status = $2 where id = $1', [id, status]),
      )
    const practice = await as(doctor)
    const shade = { products: [{ caseSequence: 1, shade: 'B1' }] }
    expect((await practice(`/api/orders/${id}`, { method: 'PATCH', body: shade })).status).toBe(200)
    const tooth = { products: [{ caseSequence: 1, teeth: [35] }] }
    expect(await refusalOf(await correct(tooth))).toEqual([409, 'request_open'])
    expect(await refusalOf(await correct({ comment: 'Autre' }))).toEqual([409, 'request_open'])
    expect((await correct({ patientCode: 'P-71' })).status).toBe(200)
    expect(await seen()).toMatchObject({ patientCode: 'P-71', products: [{ teeth: [26] }] })
  })

  it('is no more of what is offered, but by who sets prices', async () => {
    const { laboratory, id, correct, seen } = await entered()
    await make.within(laboratory.id, client =>
      client.query(`update order_products set own_price_cents = 0, own_vat = 'exempt' where order_id = $1`, [id]),
    )
    const body = { products: [{ caseSequence: 1, teeth: [25, 26] }] }
    expect(await refusalOf(await correct(body))).toEqual([409, 'offered'])
    const administrator = await as(await make.user(laboratory))
    expect((await administrator(`/api/staff/orders/${id}/entry`, { method: 'PATCH', body })).status).toBe(200)
    expect(await seen()).toMatchObject({ products: [{ teeth: [25, 26] }] })
  })

  it('is refused with the path of each gap, and nothing is changed', async () => {
    const { laboratory, doctor, correct, seen } = await entered()
    const stranger = await make.user(await make.practice(laboratory))
    const before = await seen()
    for (const [body, ...refused] of [
      [{ patientCode: '\u200b' }, 'patientCode required'],
      [{ prescriberId: stranger.id }, 'prescriberId not_in_practice'],
      [{ prescriberId: doctor.id, prescriberName: 'Dr Paré' }, 'prescriberName not_asked'],
      [{ wishedDate: addDays(today, -1) }, 'wishedDate in_the_past'],
      [{ patientCode: 'P-9', products: [{ caseSequence: 1, teeth: [] }] }, 'products.0.teeth required'],
      [
        { patientCode: 'P-9', products: [{ caseSequence: 2, shade: 'A1' }] },
        'products.0.caseSequence not_in_catalogue',
      ],
    ] as const)
      expect(await refusalOf(await correct(body))).toEqual([422, 'input_invalid', ...refused])
    expect(await seen()).toEqual(before)
  })

  it('is put right until it leaves, and by nobody where the practice has ordered it itself; its sheet is then signed again', async () => {
    const { laboratory, practice, doctor, bench, id, correct, byBench } = await entered()
    const set = (columns: string) =>
      make.within(laboratory.id, client => client.query(`update orders set ${columns} where id = $1`, [id]))
    await set(`status = 'in_preparation'`)
    await set(`status = 'in_production'`)
    expect((await correct({ patientCode: 'P-1' })).status).toBe(200)
    const sheet = async () =>
      make.within(laboratory.id, async client => {
        const { rows } = await client.query(
          'select is_signed, (select max(changed_at) is not null from order_products) as is_other from orders where id = $1',
          [id],
        )
        return [rows[0].is_signed, rows[0].is_other]
      })
    await set('is_signed = true')
    expect((await correct({ wishedDate: addDays(today, 50) })).status).toBe(200)
    expect(await sheet()).toEqual([true, false])
    expect((await correct({ patientCode: 'P-3' })).status).toBe(200)
    expect(await sheet()).toEqual([false, false])
    await set('is_signed = true')
    expect((await correct({ comment: 'Surocclusion interdite' })).status).toBe(200)
    expect(await sheet()).toEqual([false, true])
    expect((await correct({ patientCode: 'P-1' })).status).toBe(200)
    await set(`status = 'shipped'`)
    expect(await refusalOf(await correct({ patientCode: 'P-2' }))).toEqual([409, 'order_over'])
    expect(await byBench()).toMatchObject({ patientCode: 'P-1' })
    const own = await make.order(practice, { ordered_by: doctor.id })
    const path = `/api/staff/orders/${own.id}`
    expect(await refusalOf(await bench(`${path}/entry`, { method: 'PATCH', body: { patientCode: 'P-2' } }))).toEqual([
      409,
      'ordered_by_practice',
    ])
    expect((await (await bench(path)).json()).data).not.toHaveProperty('entry')
    // A remake repeats the original prescription.
    const remake = await make.order(practice, { remake_of: own.id })
    const again = await bench(`/api/staff/orders/${remake.id}/entry`, { method: 'PATCH', body: { patientCode: 'P-2' } })
    expect(await refusalOf(again)).toEqual([409, 'ordered_by_practice'])
  })

  it('is judged by the database once more: whose a case is, is written by who works on cases, as long as that can be', async () => {
    const { laboratory, practice, doctor, id } = await entered()
    const staff = {
      production: await make.user(laboratory, { role: 'production' }),
      driver: await make.user(laboratory, { role: 'driver' }),
      accounting: await make.user(laboratory, { role: 'accounting' }),
    }
    const whose = { patientCode: 'P-3', patient: null, prescriberId: null, prescriber: 'Dr Paré' }
    const write = (by: string, of: string, said: object = whose) =>
      make.within(laboratory.id, async client => {
        await client.query(`select tenant.set_context(${by})`)
        return client.query('select tenant.put_entry_right($1, $2)', [of, said])
      })
    const as = ({ id }: { id: string }) => `'${laboratory.id}', null, '${id}', 'staff'`
    const denied = { code: '42501' }
    await expect(write(as(staff.driver), id)).rejects.toMatchObject(denied)
    await expect(write(as(staff.accounting), id)).rejects.toMatchObject(denied)
    await expect(write(`'${laboratory.id}', '${practice.id}', '${doctor.id}'`, id)).rejects.toMatchObject(denied)
    const own = await make.order(practice, { ordered_by: doctor.id })
    const others = [
      own,
      await make.order(practice, { remake_of: own.id }),
      await make.order(practice, { status: 'shipped' }),
      await make.order(practice, { status: 'cancelled' }),
      await make.order(await make.practice(await make.laboratory())),
    ]
    for (const other of others)
      await expect(write(as(staff.production), other.id), `${others.indexOf(other)}`).rejects.toMatchObject({
        constraint: 'orders__put_right',
      })
    await expect(write(as(staff.production), id)).resolves.toBeDefined()
    // Nor a doctor whose account is disabled.
    const gone = await make.user(practice, { disabled_at: new Date() })
    const byGone = { ...whose, prescriberId: gone.id }
    await expect(write(as(staff.production), id, byGone)).rejects.toMatchObject({ constraint: 'orders__prescribed' })
  })

  it('is put right by whoever works on cases, in their own laboratory', async () => {
    const { laboratory, doctor, id, seen } = await entered()
    const path = `/api/staff/orders/${id}/entry`
    const body = { patientCode: 'P-2' }
    for (const one of [
      doctor,
      await make.user(laboratory, { role: 'driver' }),
      await make.user(laboratory, { role: 'accounting' }),
    ])
      expect((await (await as(one))(path, { method: 'PATCH', body })).status).toBe(403)
    const stranger = await as(await make.user(await make.laboratory(), { role: 'production' }))
    expect((await stranger(path, { method: 'PATCH', body })).status).toBe(404)
    expect((await request(laboratory, path, { method: 'PATCH', body })).status).toBe(401)
    expect(await seen()).toMatchObject({ patientCode: 'P-77' })
  })

  it('is one after the other where two put it right at once: both are told, and what only one has said stays', async () => {
    const { correct, seen } = await entered()
    for (let time = 1; time <= 8; time++) {
      const said = [{ patientCode: `P-${time}` }, { patient: `Zoé ${time}` }, { prescriberName: `Dr Paré ${time}` }]
      const answers = await Promise.all(said.map(correct))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(await seen()).toMatchObject({
        patientCode: `P-${time}`,
        patient: `Zoé ${time}`,
        prescriber: `Dr Paré ${time}`,
      })
    }
    expect((await seen()).timeline).toHaveLength(1 + 3 * 8)
  })
})

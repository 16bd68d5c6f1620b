import { describe, expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { mostNamesCounted } from '../rules.ts'
import { removeWhatIsOver } from './remove-due.ts'

const { app, make, as, request } = startTestApp()
const { database } = app.api.services

/** Moves the clock: rows of this age were written so long ago. */
const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
it('the name of a patient is kept as long as the laboratory says', async () => {
  const laboratory = await make.laboratory({ patient_names_kept_months: 12 })
  const practice = await make.practice(laboratory)
  await make.order(practice, {
    patient: 'Jean Petit',
    status: 'delivered',
    created_at: ago(370),
    comment: 'Pour Jean Petit.',
  })
  await removeWhatIsOver(database, [laboratory.id])
  const { rows } = await make.within(laboratory.id, client => client.query('select patient, comment from orders'))
  expect(rows).toEqual([{ patient: null, comment: 'Pour ….' }])
})

describe('how long names of patients are kept', () => {
  const path = '/api/staff/retention'
  const monthsOf = async (call: Awaited<ReturnType<typeof as>>) => (await (await call(path)).json()).data.months

  it('is what an administrator chooses, who sees first how many go; it stands on record', async () => {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    const call = await as(await make.user(laboratory))
    for (const [status, days] of [
      ['delivered', 370],
      ['invoiced', 800],
      ['delivered', 300],
      ['in_production', 800],
    ] as const)
      await make.order(practice, { patient: 'Jean Petit', status, created_at: ago(days) })
    const over = async (months: number) =>
      (await (await call(`${path}/patient-names?months=${months}`)).json()).data.cases
    expect([await over(60), await over(24), await over(12)]).toEqual([0, 1, 2])
    expect(await monthsOf(call)).toBe(60)
    expect((await call(path, { method: 'PATCH', body: { months: 12 } })).status).toBe(204)
    expect(await monthsOf(call)).toBe(12)
    await removeWhatIsOver(database, [laboratory.id])
    const named = await make.within(laboratory.id, client =>
      client.query('select from orders where patient is not null'),
    )
    expect(named.rowCount).toBe(2)
    const { rowCount } = await make.within(laboratory.id, client =>
      client.query(`select from audit_events where kind = 'retention_changed'`),
    )
    expect(rowCount).toBe(1)
  })

  it('counts no further than is said', async () => {
    const laboratory = await make.laboratory()
    const practice = await make.practice(laboratory)
    await make.within(laboratory.id, client =>
      client.query(
        `insert into orders (brand_id, practice_id, code, patient_code, patient, summary_fr, summary_en, status, print_type, created_at)
         select $1, $2, 'T-' || n, 'P-' || n, 'Jean Petit', 'Couronne', 'Crown', 'delivered', 'optical', $3 from generate_series(1, $4::int) n`,
        [laboratory.id, practice.id, ago(370), mostNamesCounted + 5],
      ),
    )
    const call = await as(await make.user(laboratory))
    const { data } = await (await call(`${path}/patient-names?months=12`)).json()
    expect(data.cases).toBe(mostNamesCounted + 1)
  })

  it('is six months at least and twenty years at most, and nobody else’s to choose', async () => {
    const laboratory = await make.laboratory()
    const call = await as(await make.user(laboratory))
    for (const months of [5, 241, 12.5, '12'])
      expect((await call(path, { method: 'PATCH', body: { months } })).status).toBe(422)
    for (const months of ['5', '241', 'x'])
      expect((await call(`${path}/patient-names?months=${months}`)).status).toBe(422)
    const practice = await make.practice(laboratory)
    const others = [
      ...['production', 'accounting', 'driver'].map(role => make.user(laboratory, { role })),
      make.user(practice, { account_type: 'manager' }),
    ]
    for (const other of others) {
      const asOther = await as(await other)
      expect((await asOther(path)).status).toBe(403)
      expect((await asOther(`${path}/patient-names?months=12`)).status).toBe(403)
      expect((await asOther(path, { method: 'PATCH', body: { months: 12 } })).status).toBe(403)
    }
    expect((await request(laboratory, path)).status).toBe(401)
    const elsewhere = await as(await make.user(await make.laboratory()))
    await elsewhere(path, { method: 'PATCH', body: { months: 6 } })
    expect(await monthsOf(call)).toBe(60)
  })
})

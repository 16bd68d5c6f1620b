import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import { waitedFor } from '#test/waited-for.ts'
import { removeWhatIsOver } from './remove-due.ts'

const { app, make, as } = startTestApp()

async function laboratoryWithCase(values: Record<string, unknown> = {}) {
  const laboratory = await make.laboratory({ patient_names_kept_months: 12 })
  const practice = await make.practice(laboratory)
  const doctor = await make.user(practice)
  const [writing, staff] = [await as(doctor), await as(await make.user(laboratory))]
  const { id } = await make.order(practice, { patient: 'Jean Petit', status: 'in_production', ...values })
  /** Sent twice with one key: the second answer is the one that was kept. */
  const write = async (body: string, of = id) => {
    const said = await writing(`/api/orders/${of}/messages`, { body: { body }, headers: { 'idempotency-key': of } })
    return (await said.json()).data.body
  }
  const erase = (of = id) => staff(`/api/staff/orders/${of}/patient-name`, { method: 'DELETE' })
  return { laboratory, practice, doctor, staff, id, write, erase }
}

it('an erasure looks through what was kept of its case, and leaves alone what was kept of another', async () => {
  const { practice, write, erase } = await laboratoryWithCase()
  const other = await make.order(practice, { patient: 'Jean Petit', status: 'in_production' })
  await write('Jean Petit vient mardi')
  await write('Jean Petit est reparti', other.id)
  expect((await erase()).status).toBe(204)
  expect(await write('Jean Petit vient mardi')).toBe('… vient mardi')
  expect(await write('Jean Petit est reparti', other.id)).toBe('Jean Petit est reparti')
})

it('what the release before has kept says of no case, and is looked through', async () => {
  const { laboratory, write, erase } = await laboratoryWithCase()
  await write('Jean Petit vient mardi')
  await make.within(laboratory.id, client => client.query('update idempotency_keys set about = null'))
  await make.within(laboratory.id, client => client.query('delete from kept_answer_subjects'))
  expect((await erase()).status).toBe(204)
  expect(await write('Jean Petit vient mardi')).toBe('… vient mardi')
})

it('a name of short words only is found as well', async () => {
  const { write, erase } = await laboratoryWithCase({ patient: 'Li Yu' })
  await write('Pour Li Yu')
  expect((await erase()).status).toBe(204)
  expect(await write('Pour Li Yu')).toBe('Pour …')
})

it('a name that is changed while it is erased goes as well', async () => {
  const { laboratory, id, write, erase } = await laboratoryWithCase()
  await write('Anne Roux vient mardi')
  let erased: ReturnType<typeof erase> | undefined
  await make.within(laboratory.id, async client => {
    await client.query(`update orders set patient = 'Anne Roux' where id = $1`, [id])
    erased = erase()
    await waitedFor(client)
  })
  expect((await erased)?.status).toBe(204)
  expect(await write('Anne Roux vient mardi')).toBe('… vient mardi')
})

it('a name whose time is over goes out of what is kept, too', async () => {
  const old = new Date(Date.now() - 370 * 86_400_000)
  const { laboratory, write } = await laboratoryWithCase({ status: 'delivered', created_at: old })
  await write('Jean Petit vient mardi')
  await removeWhatIsOver(app.api.services.database, [laboratory.id])
  expect(await write('Jean Petit vient mardi')).toBe('… vient mardi')
})

it('a file that was sent for a draft is found by its own id', async () => {
  const { laboratory, practice, doctor, id, erase } = await laboratoryWithCase()
  const file = randomUUID()
  await make.insert(laboratory.id, 'attachments', {
    ...{ id: file, brand_id: laboratory.id, practice_id: practice.id, order_id: id, created_by: doctor.id },
    ...{ name: 'petit.stl', type: 'stl', state: 'ready', size: 1, sha256: Buffer.alloc(32) },
  })
  await make.insert(laboratory.id, 'idempotency_keys', {
    ...{ brand_id: laboratory.id, user_id: doctor.id, route: 'POST /', key: 'k', fingerprint: Buffer.alloc(32) },
    ...{
      status: 201,
      about: [randomUUID(), file],
      body: JSON.stringify({ data: { id: file, name: 'Jean Petit.stl' } }),
    },
  })
  expect((await erase()).status).toBe(204)
  const { rows } = await make.within(laboratory.id, client => client.query('select body from idempotency_keys'))
  expect(JSON.parse(rows[0].body).data).toEqual({ id: file, name: '….stl' })
})

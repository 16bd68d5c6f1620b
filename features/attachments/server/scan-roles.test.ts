import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { attached, startAttaching } from '#test/attaching.ts'
import * as files from '#test/files.ts'
import { noCreatingRates, problemOf, startTestApp } from '#test/harness.ts'
import { sweepAttachments } from './sweep.ts'

const use = startTestApp({ creatingRates: noCreatingRates })
const { app, make, as } = use
const { call, filesOf, laboratory, listOf, newOrder, practice, send } = await startAttaching(use)

describe('a scan', () => {
  it('has the role that its name says, and another where somebody knows better', async () => {
    const orderId = await newOrder()
    const { id, role } = await attached(await send(orderId, 'P77-upperjaw.stl', files.stl()))
    expect(role).toBe('upper')
    const say = (body: object, by = call) => by(`/api/attachments/${id}`, { method: 'PATCH', body })
    expect((await (await say({ role: 'preparation' })).json()).data).toMatchObject({ id, role: 'preparation' })
    expect((await listOf(orderId)).data).toMatchObject([{ id, role: 'preparation' }])
    expect((await say({ role: null })).status).toBe(200)
    const staff = await as(await make.user(laboratory))
    expect((await (await staff(`/api/staff/orders/${orderId}/attachments`)).json()).data).toMatchObject([
      { role: null },
    ])

    for (const body of [{}, { role: 'nose' }, { role: 'upper', size: 1 }])
      expect((await say(body)).status, JSON.stringify(body)).toBe(422)
    const neighbour = await as(await make.user(await make.practice(laboratory)))
    expect((await say({ role: 'lower' }, neighbour)).status).toBe(404)
    expect((await say({ role: 'lower' }, staff)).status).toBe(403)
    const colleague = await as(await make.user(practice, { is_dlcpm: true }))
    expect((await say({ role: 'lower' }, colleague)).status).toBe(200)
  })

  it('alone has one', async () => {
    const { id, role } = await attached(await send(await newOrder(), 'upper.pdf', files.pdf()))
    expect(role).toBeNull()
    const refused = await call(`/api/attachments/${id}`, { method: 'PATCH', body: { role: 'upper' } })
    expect([refused.status, (await problemOf(refused)).code]).toEqual([422, 'not_a_scan'])
    await expect(
      make.within(laboratory.id, client => client.query(`update attachments set role = 'upper' where id = $1`, [id])),
    ).rejects.toMatchObject({ constraint: 'attachments__role_of_scan' })
  })

  it('sent twice is there once, whatever it is called and however many come at a time', async () => {
    const orderId = await newOrder()
    const first = await attached(await send(orderId, 'upper.stl', files.stl(3)))
    const names = ['upper_(2).stl', 'scan.stl', 'haut.stl']
    const again = await Promise.all(names.map(async name => attached(await send(orderId, name, files.stl(3)))))
    expect(again.map(({ id }) => id)).toEqual([first.id, first.id, first.id])
    expect((await listOf(orderId)).data).toMatchObject([{ id: first.id, name: 'upper.stl' }])
    const copyFirst = await newOrder()
    const copy = await attached(await send(copyFirst, 'upper_(3).stl', files.stl(3)))
    expect(await attached(await send(copyFirst, 'upper.stl', files.stl(3)))).toMatchObject({
      id: copy.id,
      name: 'upper.stl',
    })
    const elsewhere = await attached(await send(await newOrder(), 'upper.stl', files.stl(3)))
    expect(elsewhere.id).not.toBe(first.id)
    await attached(await send(orderId, 'lower.stl', files.stl(4)))
    expect((await listOf(orderId)).data).toHaveLength(2)
    await sweepAttachments(app.files, { laboratories: [laboratory.id] })
    expect(await filesOf()).toContain(first.id)
  })

  it('is called by the code of its patient, never by their name', async () => {
    const orderId = await newOrder({ patient: 'Élodie Martin', patient_code: 'P-77' })
    const scan = await attached(await send(orderId, 'MARTIN_Elodie-upperjaw.stl', files.stl(5)))
    expect(scan).toMatchObject({ name: 'P-77-upperjaw.stl', role: 'upper' })
    expect((await attached(await send(orderId, 'Ordonnance Martin.pdf', files.pdf()))).name).toBe('Ordonnance P-77.pdf')
  })

  it('is called otherwise by whoever has attached it, and stays what it is', async () => {
    const draft = randomUUID()
    await call(`/api/order-drafts/${draft}`, { method: 'PUT', body: { content: {}, follows: 0 } })
    const body = files.form('Dupont_Marie-upper.stl', files.stl(6))
    const { id } = await attached(await call(`/api/order-drafts/${draft}/attachments`, { body }))
    const rename = (name: string) => call(`/api/attachments/${id}`, { method: 'PATCH', body: { name } })
    const renamed = await rename('P-78-upper.stl')
    expect(renamed.status).toBe(200)
    expect((await renamed.json()).data).toMatchObject({ name: 'P-78-upper.stl', role: 'upper' })
    for (const other of ['P-78-upper.pdf', 'P-78', 'report.exe.stl'])
      expect((await problemOf(await rename(other))).code, other).toBe('file_type_refused')
    // In a sent case the file bears the code, and the name cannot be restored.
    const orderId = await newOrder({ patient: 'Marie Dupont', patient_code: 'P-78' })
    const sent = await attached(await send(orderId, 'Dupont_Marie-lower.stl', files.stl(7)))
    const back = { method: 'PATCH', body: { name: 'Dupont_Marie-lower.stl' } }
    expect((await problemOf(await call(`/api/attachments/${sent.id}`, back))).code).toBe('attachment_is_kept')
    expect((await listOf(orderId)).data).toMatchObject([{ name: 'P-78-lower.stl' }])
  })
})

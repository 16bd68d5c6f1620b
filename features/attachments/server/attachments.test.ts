import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { attached, startAttaching } from '#test/attaching.ts'
import * as files from '#test/files.ts'
import { noCreatingRates, problemOf, startTestApp } from '#test/harness.ts'
import { maximumBytes } from '../contract.ts'
import { sweepAttachments } from './sweep.ts'

const use = startTestApp({ creatingRates: noCreatingRates })
const { app, make, request, as } = use
const { call, filesOf, laboratory, listOf, newOrder, practice, rowsOf, report, send, user } = await startAttaching(use)

describe('a file of a case', () => {
  it('is attached, listed, given back as it was sent, and taken away again', async () => {
    const orderId = await newOrder()
    const sent = files.pdf()
    const added = await attached(await send(orderId, 'Ordonnance été.pdf', sent))
    expect(added).toMatchObject({
      name: 'Ordonnance été.pdf',
      size: sent.length,
      type: 'pdf',
      isCompressed: false,
      createdBy: 'Dr Claire Martin',
      canRemove: true,
    })
    expect(await listOf(orderId)).toEqual({ data: [added], limits: { bytes: maximumBytes, files: 20 } })

    const answer = await call(`/api/attachments/${added.id}`)
    expect(Buffer.from(await answer.arrayBuffer()).equals(sent)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Ordonnance ete.pdf"; filename*=UTF-8''Ordonnance%20%C3%A9t%C3%A9.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')

    expect((await call(`/api/attachments/${added.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await call(`/api/attachments/${added.id}`)).status).toBe(404)
    expect((await listOf(orderId)).data).toEqual([])
    await sweepAttachments(app.files, { laboratories: [laboratory.id] })
    expect(await filesOf()).not.toContain(added.id)
    expect((await rowsOf()).map(({ id }) => id)).not.toContain(added.id)
  })

  it('of every kind that is allowed', async () => {
    const orderId = await newOrder()
    const kinds: Record<string, Uint8Array> = {
      'a.jpg': await files.photo(),
      'b.JPEG': await files.photo(),
      'c.png': await files.png(),
      'd.webp': await files.webp(),
      'e.pdf': files.pdf(),
      'f.stl': files.stl(),
      'g.stl': files.textStl(),
      'h.ply': files.ply(),
      'i.obj': files.obj(),
      'j.3mf': files.threeMf(),
    }
    for (const [name, bytes] of Object.entries(kinds)) await attached(await send(orderId, name, bytes))
    expect((await listOf(orderId)).data.map(({ type }) => type)).toEqual([
      'jpg',
      'jpg',
      'png',
      'webp',
      'pdf',
      'stl',
      'stl',
      'ply',
      'obj',
      '3mf',
    ])
  })

  it('is seen by colleagues and by isDLCPM, who may attach too; only its sender takes it away', async () => {
    const orderId = await newOrder()
    const added = await attached(await send(orderId, 'scan.stl', files.stl()))
    const colleague = await as(await make.user(practice, { is_dlcpm: true }))
    expect((await listOf(orderId, colleague)).data).toMatchObject([{ id: added.id, canRemove: false }])
    expect((await colleague(`/api/attachments/${added.id}`)).status).toBe(200)
    await attached(await send(orderId, 'scan.stl', files.stl(), {}, colleague))
    const refused = await colleague(`/api/attachments/${added.id}`, { method: 'DELETE' })
    expect(await problemOf(refused)).toMatchObject({ status: 409, code: 'attachment_is_kept' })
  })

  it('stays once the laboratory works on the case', async () => {
    const orderId = await newOrder({ status: 'in_preparation' })
    const added = await attached(await send(orderId, 'scan.stl', files.stl()))
    expect(added.canRemove).toBe(false)
    const refused = await call(`/api/attachments/${added.id}`, { method: 'DELETE' })
    expect(await problemOf(refused)).toMatchObject({ status: 409, code: 'attachment_is_kept' })
  })

  it('does not exist for anyone else', async () => {
    const orderId = await newOrder()
    const { id } = await attached(await send(orderId, 'scan.stl', files.stl()))
    const neighbour = await as(await make.user(await make.practice(laboratory)))
    const stranger = await as(await make.user(await make.practice(await make.laboratory())))
    for (const by of [neighbour, stranger]) {
      expect((await by(`/api/orders/${orderId}/attachments`)).status).toBe(404)
      expect((await by(`/api/attachments/${id}`)).status).toBe(404)
      expect((await by(`/api/attachments/${id}`, { method: 'DELETE' })).status).toBe(404)
      expect((await send(orderId, 'scan.stl', files.stl(), {}, by)).status).toBe(404)
    }
    const body = files.form('scan.stl', files.stl())
    expect((await request(laboratory, `/api/orders/${orderId}/attachments`, { body })).status).toBe(401)
    expect((await request(laboratory, `/api/attachments/${id}`)).status).toBe(401)
    expect((await listOf(orderId)).data).toHaveLength(1)
  })

  it('is given to the staff of the laboratory, not of another', async () => {
    const orderId = await newOrder()
    const { id } = await attached(await send(orderId, 'scan.stl', files.stl()))
    const staff = await as(await make.user(laboratory))
    const ofOrder = `/api/staff/orders/${orderId}/attachments`
    expect((await (await staff(ofOrder)).json()).data).toMatchObject([{ id, name: 'scan.stl', canRemove: false }])
    expect((await call(ofOrder)).status).toBe(403)
    expect((await staff(`/api/staff/attachments/${id}`)).status).toBe(200)
    expect((await staff(`/api/attachments/${id}`)).status).toBe(403)
    expect((await call(`/api/staff/attachments/${id}`)).status).toBe(403)
    const others = await as(await make.user(await make.laboratory()))
    expect((await others(`/api/staff/attachments/${id}`)).status).toBe(404)
    expect((await others(ofOrder)).status).toBe(404)
  })

  it('leaves a line for each adding, reading and removing', async () => {
    const orderId = await newOrder()
    const { id } = await attached(await send(orderId, 'scan.stl', files.stl()))
    await call(`/api/attachments/${id}`)
    await app.writeSightings()
    await call(`/api/attachments/${id}`, { method: 'DELETE' })
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select kind, user_id from audit_events where order_id = $1 order by id', [orderId]),
    )
    expect(rows).toEqual(
      ['attachment_added', 'attachment_downloaded', 'attachment_removed'].map(kind => ({ kind, user_id: user.id })),
    )
  })

  it('shows a reported problem of this case, and of no other', async () => {
    const orderId = await newOrder({ status: 'delivered' })
    const problemId = await report(orderId)
    await attached(await send(orderId, 'photo.jpg', await files.photo(), { problemId }))
    for (const wrong of [randomUUID(), 'x']) {
      const refused = await send(orderId, 'photo.jpg', await files.photo(), { problemId: wrong })
      expect(await problemOf(refused)).toMatchObject({ errors: [{ path: 'problemId', code: 'not_listed' }] })
    }
    const elsewhere = await send(await newOrder(), 'photo.jpg', await files.photo(), { problemId })
    expect(elsewhere.status).toBe(422)
    await attached(await send(orderId, 'other.jpg', await files.photo()))
    expect((await listOf(orderId)).data.map(file => file.problemId)).toEqual([problemId, null])
  })
})

describe('a name', () => {
  it('that climbs, is endless or writes backwards is shown harmless and never becomes a path', async () => {
    const names: [string, string][] = [
      ['../../../etc/passwd.pdf', 'passwd.pdf'],
      ['/absolute/x.pdf', 'x.pdf'],
      ['C:\\Users\\x.pdf', 'x.pdf'],
      [`${'é'.repeat(300)}.pdf`, `${'é'.repeat(146)}.pdf`],
      ['a\u202efdp.stl.pdf', 'afdp.stl.pdf'],
      ['a <b>.pdf', 'a b.pdf'],
      ['  .hidden.pdf', 'hidden.pdf'],
    ]
    for (const [sent, shown] of names) {
      const added = await attached(await send(await newOrder(), sent, files.pdf()))
      expect(added.name, sent).toBe(shown)
      const download = await call(`/api/attachments/${added.id}`)
      expect(download.headers.get('content-disposition')).toMatch(
        /^attachment; filename="[\w .-]+"; filename\*=UTF-8''[^\s"]+$/,
      )
    }
    for (const name of await filesOf()) expect(name).toMatch(/^[0-9a-f-]{36}$/)
  })
})

import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import * as files from '#test/files.ts'
import { noCreatingRates, problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice, TestUser } from '#test/make.ts'
import { type Attachment, maximumBytes } from '../contract.ts'
import { sweepAttachments } from './sweep.ts'

const { app, folder, make, request, as } = startTestApp({ creatingRates: noCreatingRates })

let laboratory: TestLaboratory
let practice: TestPractice
let user: TestUser
let call: Awaited<ReturnType<typeof as>>
beforeAll(async () => {
  laboratory = await make.laboratory()
  practice = await make.practice(laboratory)
  user = await make.user(practice)
  call = await as(user)
})

type Call = typeof call
const newOrder = async (values = {}) => (await make.order(practice, values)).id
const send = (orderId: string, name: string, bytes: Uint8Array, fields = {}, by: Call = call, headers = {}) =>
  by(`/api/orders/${orderId}/attachments`, { method: 'POST', body: files.form(name, bytes, fields), headers })
const attached = async (response: Response) => {
  expect(response.status, await response.clone().text()).toBe(201)
  return ((await response.json()) as { data: Attachment }).data
}
type Listing = { data: Attachment[]; limits: { bytes: number; files: number } }
const listOf = async (orderId: string, by: Call = call) =>
  (await (await by(`/api/orders/${orderId}/attachments`)).json()) as Listing
const rowsOf = async (brandId = laboratory.id) =>
  make.within(brandId, async client => {
    const { rows } = await client.query<{ id: string; state: string }>('select id, state from attachments')
    return rows
  })
const filesOf = (brandId = laboratory.id) => readdir(join(folder, 'files', brandId)).catch(() => [])

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
    const { id } = await attached(await send(await newOrder(), 'scan.stl', files.stl()))
    const staff = await as(await make.user(laboratory))
    expect((await staff(`/api/staff/attachments/${id}`)).status).toBe(200)
    expect((await staff(`/api/attachments/${id}`)).status).toBe(403)
    expect((await call(`/api/staff/attachments/${id}`)).status).toBe(403)
    const others = await as(await make.user(await make.laboratory()))
    expect((await others(`/api/staff/attachments/${id}`)).status).toBe(404)
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
    const problemId = randomUUID()
    await make.insert(laboratory.id, 'order_problems', {
      brand_id: laboratory.id,
      practice_id: practice.id,
      order_id: orderId,
      id: problemId,
      kind: 'fit',
      description: 'Trop large',
      reported_by: user.id,
    })
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

describe('what may not be attached', () => {
  const refusalOf = async (name: string, bytes: Uint8Array, fields = {}) => {
    const response = await send(await newOrder(), name, bytes, fields)
    return (await problemOf(response)).code
  }

  it('is refused by its name', async () => {
    const exe = Buffer.from('MZ\x90\x00')
    for (const name of [
      'x.exe',
      'x.pdf.exe',
      'x.svg',
      'x.html',
      'x.zip',
      'x',
      '.pdf',
      'x.exe.pdf',
      'x.html.stl',
      'photo\u202egpj.exe',
    ])
      expect(await refusalOf(name, exe), name).toBe('file_type_refused')
  })

  it('is refused by its bytes, whatever its name', async () => {
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    const header = files.stl()
    header.write('<html><script>alert(1)</script>', 0)
    const gifar = Buffer.concat([files.pdf(), files.zip({ 'META-INF/MANIFEST.MF': 'x' })])
    const wrong: [string, Uint8Array][] = [
      ['program.pdf', Buffer.from('MZ\x90\x00 %PDF-1.4 %%EOF')],
      ['page.pdf', html],
      ['page.stl', html],
      ['page.obj', Buffer.concat([files.obj(), html])],
      ['page.ply', Buffer.concat([files.ply(), html])],
      ['header.stl', header],
      ['truncated.stl', files.stl(3).subarray(0, 200)],
      ['polyglot.pdf', Buffer.from(`%PDF-1.4\n<html><script>alert(1)</script></html>\n%%EOF`)],
      ['archive.pdf', gifar],
      ['archive.stl', Buffer.concat([files.textStl(), files.zip({ 'a.class': 'x' })])],
      ['other.png', await files.photo()],
      ['other.jpg', await files.png()],
      ['half.jpg', (await files.photo()).subarray(0, 300)],
      ['drawing.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
      ['plain.3mf', files.zip({ 'a.txt': 'x' })],
      ['climbing.3mf', files.zip({ '[Content_Types].xml': 'x', '3D/a.model': 'x', '../../etc/x.xml': 'x' })],
      ['program.3mf', files.zip({ '[Content_Types].xml': 'x', '3D/a.model': 'x', 'run.exe': 'x' })],
      ['model.zip.3mf', Buffer.concat([Buffer.from('MZ'), files.threeMf()])],
    ]
    for (const [name, bytes] of wrong) expect(await refusalOf(name, bytes), name).toBe('file_is_not_what_it_says')
    expect((await rowsOf()).filter(({ state }) => state === 'uploading')).toEqual([])
  })

  it('takes no room of the practice, and is not stored for a problem that is another’s', async () => {
    const apart = await make.laboratory()
    const there = await make.practice(apart)
    const by = await as(await make.user(there))
    const { id } = await make.order(there)
    for (const [name, bytes, fields] of [
      ['program.pdf', Buffer.from('MZ'), {}],
      ['half.jpg', (await files.photo()).subarray(0, 300), {}],
      ['a.pdf', files.pdf(), { problemId: randomUUID() }],
    ] as const)
      expect((await send(id, name, bytes, fields, by)).status).toBeGreaterThanOrEqual(400)
    const after = files.form('a.pdf', files.pdf())
    after.append('problemId', randomUUID())
    expect((await by(`/api/orders/${id}/attachments`, { method: 'POST', body: after })).status).toBe(422)
    expect(await rowsOf(apart.id)).toEqual([])
    expect(await filesOf(apart.id)).toEqual([])
  })

  it('is a model that unpacks to more than it says, or to more than any has', async () => {
    const large = Buffer.alloc(101 * 1024 * 1024, '<vertex/>')
    await attached(await send(await newOrder(), 'whole.3mf', files.threeMfOf(large.subarray(0, 2_000_000))))
    const wrong: [string, Uint8Array][] = [
      ['large.3mf', files.threeMfOf(large)],
      ['humble.3mf', files.threeMfOf(large, () => 1_000)],
      ['boasting.3mf', files.threeMfOf(large.subarray(0, 1_000), unpacked => unpacked + 1)],
      ['broken.3mf', files.threeMfOf(Buffer.from('<model/>')).fill(0xff, 60, 75)],
    ]
    for (const [name, bytes] of wrong) expect(await refusalOf(name, bytes), name).toBe('file_is_not_what_it_says')
  })

  it('is whatever has hardly begun, of every kind, cut off anywhere', async () => {
    const whole: Record<string, Uint8Array> = {
      jpg: await files.photo(),
      png: await files.png(),
      webp: await files.webp(),
      pdf: files.pdf(),
      stl: files.stl(),
      ply: files.ply(),
      obj: files.obj(),
      '3mf': files.threeMf(),
      draco: await files.draco(),
    }
    const end = Buffer.from('PK\x05\x06')
    const cut = fc.record({
      kind: fc.constantFrom(...Object.keys(whole)),
      length: fc.integer({ min: 1, max: 100 }),
      /** As it begins, as it ends, or anything at all. */
      from: fc.oneof(fc.constantFrom('start', 'end'), fc.uint8Array({ minLength: 1, maxLength: 100 })),
      isEnded: fc.boolean(),
    })
    const orderId = await newOrder()
    await fc.assert(
      fc.asyncProperty(cut, async ({ kind, length, from, isEnded }) => {
        const all = whole[kind] ?? new Uint8Array()
        const part =
          from === 'start' ? all.subarray(0, length) : from === 'end' ? all.subarray(all.length - length) : from
        const bytes = isEnded ? Buffer.concat([part, end]) : part
        const isPacked = kind === 'draco'
        const fields = isPacked ? { compression: 'draco' } : {}
        const answer = await send(orderId, isPacked ? 'a.stl' : `a.${kind}`, bytes, fields)
        expect(answer.status, `${kind} of ${bytes.length} bytes`).toBeLessThan(500)
      }),
      { numRuns: 120 },
    )
    for (const kind of Object.keys(whole).filter(kind => kind !== 'draco'))
      for (const length of [1, 2, 3, 4])
        expect(await refusalOf(`a.${kind}`, Buffer.from('PK\x03\x04').subarray(0, length)), kind).toBe(
          'file_is_not_what_it_says',
        )
  })

  it('is a part that says what it is and not what it is called, or says it strangely', async () => {
    const path = `/api/orders/${await newOrder()}/attachments`
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const heads = [
      'content-disposition: form-data; name="file"\r\ncontent-type: application/pdf',
      'content-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream',
      'content-disposition: form-data; name="file"; filename=""\r\ncontent-type: application/pdf',
      'content-disposition: form-data; name="file"; filename',
      'content-disposition: form-data; name="file"; filename="\\',
      'content-disposition: form-data; filename="a.pdf"',
      'content-disposition: form-data; name; filename="a.pdf"',
      'content-disposition: form-data; name="file"; filename*=UTF-8\'\'%ff%00.pdf',
      'content-disposition: form-data; name="file"; filename*=none\'\'a',
      'content-disposition: attachment; name="file"; filename="a.pdf"',
      'content-disposition:',
      'content-type: application/pdf',
      'content-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: /;=;',
      'content-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-transfer-encoding: x',
      'content-disposition: form-data; name="__proto__"; filename="__proto__"',
      '\0: \0',
    ]
    for (const head of heads) {
      const body = `--x\r\n${head}\r\n\r\nx\r\n--x--\r\n`
      const answer = await call(path, { method: 'POST', body, headers })
      expect([415, 422], `${head}: ${answer.status}`).toContain(answer.status)
    }
    for (const type of [
      'boundary=',
      'boundary=""',
      `boundary=${'x'.repeat(300)}`,
      'boundary=x; charset=none',
      'a; boundary=\u00ff',
    ]) {
      const body = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nx\r\n--x--\r\n'
      const answer = await call(path, {
        method: 'POST',
        body,
        headers: { 'content-type': `multipart/form-data; ${type}` },
      })
      expect([415, 422], `${type}: ${answer.status}`).toContain(answer.status)
    }
  })

  it('is an image of more pixels than its kind may have, however small its file', async () => {
    const of = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#c8b79a' } })
    const floods: [string, Buffer][] = [
      ['flood.jpg', await of(8_000, 6_300).jpeg().toBuffer()],
      ['flood.png', await of(6_000, 4_200).png().toBuffer()],
      ['flood.webp', await of(4_500, 2_800).webp({ effort: 0 }).toBuffer()],
    ]
    for (const [name, bytes] of floods) {
      expect(bytes.length).toBeLessThan(maximumBytes)
      expect(await refusalOf(name, bytes), name).toBe('image_too_large')
    }
    const phone = await of(4_080, 3_060).webp({ effort: 0 }).toBuffer()
    await attached(await send(await newOrder(), 'phone.webp', phone))
  })

  it('is what lacks a file, brings two, or is no form at all', async () => {
    const orderId = await newOrder()
    const path = `/api/orders/${orderId}/attachments`
    const two = files.form('a.pdf', files.pdf())
    two.append('file', new Blob([files.pdf()]), 'b.pdf')
    const other = new FormData()
    other.append('document', new Blob([files.pdf()]), 'b.pdf')
    expect((await call(path, { method: 'POST', body: { file: 'x' } })).status).toBe(415)
    expect((await call(path, { method: 'POST' })).status).toBe(415)
    for (const body of [new FormData(), two, other, files.form('a.pdf', new Uint8Array())])
      expect((await call(path, { method: 'POST', body })).status).toBe(422)
    const broken = { 'content-type': 'multipart/form-data; boundary=x' }
    for (const body of [
      '',
      'x',
      '--x\r\n',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF',
    ])
      expect((await call(path, { method: 'POST', body, headers: broken })).status, body).toBe(422)
    expect((await listOf(orderId)).data).toEqual([])
  })

  it('is one byte more than 5 × 1024 × 1024, told from the length or from the bytes', async () => {
    const orderId = await newOrder()
    expect((await attached(await send(orderId, 'full.pdf', files.pdfOf(maximumBytes)))).size).toBe(maximumBytes)
    for (const size of [maximumBytes + 1, maximumBytes * 4]) {
      const response = await send(orderId, 'more.pdf', files.pdfOf(size))
      expect(await problemOf(response)).toMatchObject({ status: 413, code: 'file_too_large' })
    }
    const modest = await make.laboratory({ attachment_maximum_bytes: 102_400, attachment_maximum_count: 1 })
    const there = await make.practice(modest)
    const by = await as(await make.user(there))
    const { id } = await make.order(there)
    expect((await send(id, 'more.pdf', files.pdfOf(102_401), {}, by)).status).toBe(413)
    await attached(await send(id, 'full.pdf', files.pdfOf(102_400), {}, by))
    expect((await listOf(id, by)).limits).toEqual({ bytes: 102_400, files: 1 })
    expect(await problemOf(await send(id, 'b.pdf', files.pdf(), {}, by))).toMatchObject({ code: 'too_many_files' })
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

describe('a photo', () => {
  it('is stored upright, in sRGB, without where and with what it was taken', async () => {
    const sent = await files.photo()
    const before = await sharp(sent).metadata()
    expect(before.exif?.toString('latin1')).toContain('Secret phone')
    expect(before.orientation).toBe(6)
    const { id, size } = await attached(await send(await newOrder(), 'IMG_1.jpg', sent))
    const got = Buffer.from(await (await call(`/api/attachments/${id}`)).arrayBuffer())
    expect(got.length).toBe(size)
    const { exif, icc, xmp, iptc, orientation, width, height } = await sharp(got).metadata()
    expect({ exif, icc, xmp, iptc, orientation, width, height }).toEqual({ width: 40, height: 60 })
    expect(got.includes('Secret')).toBe(false)
  })

  it('loses what was hidden behind it', async () => {
    const sent = Buffer.concat([await files.png(), Buffer.from('<script>alert(1)</script>')])
    const { id } = await attached(await send(await newOrder(), 'a.png', sent))
    expect(Buffer.from(await (await call(`/api/attachments/${id}`)).arrayBuffer()).includes('script')).toBe(false)
  })
})

describe('a compressed scan', () => {
  it('is kept as it came and leaves as the STL it was', async () => {
    const sent = await files.draco(40)
    const added = await attached(await send(await newOrder(), 'upper.stl', sent, { compression: 'draco' }))
    expect(added).toMatchObject({ isCompressed: true, size: sent.length, name: 'upper.stl', type: 'stl' })
    const stored = await call(`/api/attachments/${added.id}?as=stored`)
    expect(Buffer.from(await stored.arrayBuffer()).equals(sent)).toBe(true)
    const got = Buffer.from(await (await call(`/api/attachments/${added.id}`)).arrayBuffer())
    expect(got.readUInt32LE(80)).toBe(40 * 40 * 2)
    expect(got.length).toBe(84 + 50 * 3200)
    const corners = Array.from({ length: 3200 * 3 }, (_, corner) =>
      got.readFloatLE(84 + Math.floor(corner / 3) * 50 + 12 + (corner % 3) * 12),
    )
    expect([Math.min(...corners), Math.max(...corners)].map(Math.round)).toEqual([0, 40])
  })

  it('that does not decode, asks for endless memory or is called something else is refused', async () => {
    const good = await files.draco()
    const greedy = Buffer.from(good)
    greedy.set([0xff, 0xff, 0xff, 0xff, 0x0f, 0xff, 0xff, 0xff, 0xff, 0x0f], 12)
    const broken = Buffer.from(good)
    broken.fill(0xaa, 40)
    const archive = Buffer.concat([good, files.zip({ 'a.class': 'x' })])
    const manyAttributes = [await files.draco(20, 16, 11), await files.draco(20, 16, 11, true)]
    for (const bytes of [...manyAttributes, greedy, broken, good.subarray(0, 60), archive, files.stl(), files.pdf()]) {
      const response = await send(await newOrder(), 'upper.stl', bytes, { compression: 'draco' })
      expect((await problemOf(response)).code).toBe('file_is_not_what_it_says')
    }
    const ply = await send(await newOrder(), 'upper.ply', good, { compression: 'draco' })
    expect((await problemOf(ply)).code).toBe('file_type_refused')
    expect((await send(await newOrder(), 'upper.stl', good)).status).toBe(415)
  })
})

describe('files that are read at once', () => {
  it('are eight of one user; the next waits until one has been read or left, and a colleague does not', async () => {
    const { id } = await attached(await send(await newOrder(), 'scan.stl', files.stl(5_000)))
    const reader = await as(await make.user(practice))
    const path = `/api/attachments/${id}`
    // Whoever asks for the head alone reads nothing.
    for (let time = 0; time < 10; time++) expect((await reader(path, { method: 'HEAD' })).status).toBe(200)
    const unread = await Promise.all(Array.from({ length: 8 }, () => reader(path)))
    let isAnswered = false
    const ninth = reader(path).then(answer => {
      isAnswered = true
      return answer
    })
    expect((await (await call(path)).arrayBuffer()).byteLength).toBe(84 + 50 * 5_000)
    expect(isAnswered).toBe(false)
    await unread[0]?.body?.cancel()
    const tenth = reader(path)
    await unread[1]?.arrayBuffer()
    for (const answer of [await ninth, await tenth, ...unread.slice(2)])
      expect((await answer.arrayBuffer()).byteLength).toBe(84 + 50 * 5_000)
  })
})

describe('a compressed scan that is fetched', () => {
  it('is unpacked once for all who ask, and again once the sweep has cleared it away', async () => {
    const { id } = await attached(
      await send(await newOrder(), 'upper.stl', await files.draco(60), { compression: 'draco' }),
    )
    const fetched = async () => Buffer.from(await (await call(`/api/attachments/${id}`)).arrayBuffer())
    const all = await Promise.all([fetched(), fetched(), fetched()])
    for (const bytes of all) expect(bytes.equals(all[0] as Buffer)).toBe(true)
    const kept = await readdir(join(folder, 'passage'))
    expect(kept.filter(name => name.includes(id))).toHaveLength(1)
    await sweepAttachments(app.files, { laboratories: [laboratory.id], olderThanSeconds: 0 })
    expect(await readdir(join(folder, 'passage'))).toEqual([])
    expect((await fetched()).equals(all[0] as Buffer)).toBe(true)
  })
})

describe('limits', () => {
  it('hold at any concurrency: of 40 files sent at once to a case 20 are attached', async () => {
    const orderId = await newOrder()
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(orderId, 'scan.stl', files.stl())))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    const refused = await Promise.all(answers.filter(({ status }) => status !== 201).map(problemOf))
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['too_many_files']))
    expect((await listOf(orderId)).data).toHaveLength(20)
  })

  it('keep a practice within its space', async () => {
    const small = await make.laboratory({ attachment_quota_bytes: maximumBytes + 1_000 })
    const there = await make.practice(small)
    const by = await as(await make.user(there))
    const { id } = await make.order(there)
    await attached(await send(id, 'a.pdf', files.pdfOf(1_500), {}, by))
    expect(await problemOf(await send(id, 'b.pdf', files.pdf(), {}, by))).toMatchObject({
      status: 409,
      code: 'quota_exceeded',
    })
    const other = await make.practice(small)
    const elsewhere = await make.order(other)
    await attached(await send(elsewhere.id, 'a.pdf', files.pdf(), {}, await as(await make.user(other))))
  })

  it('count what was taken away until its bytes are gone', async () => {
    const small = await make.laboratory({ attachment_quota_bytes: maximumBytes + 1_000 })
    const there = await make.practice(small)
    const by = await as(await make.user(there))
    const { id } = await make.order(there)
    const first = await attached(await send(id, 'a.pdf', files.pdfOf(1_500), {}, by))
    expect((await by(`/api/attachments/${first.id}`, { method: 'DELETE' })).status).toBe(204)
    const refused = await send(id, 'b.pdf', files.pdfOf(1_500), {}, by)
    expect((await problemOf(refused)).code).toBe('quota_exceeded')
    await sweepAttachments(app.files, { laboratories: [small.id] })
    await attached(await send(id, 'b.pdf', files.pdfOf(1_500), {}, by))
  })
})

describe('a file sent again under its key', () => {
  it('is the same file, also where it was the last that fitted', async () => {
    const tight = await make.laboratory({ attachment_maximum_count: 1 })
    const there = await make.practice(tight)
    const by = await as(await make.user(there))
    const { id } = await make.order(there)
    const headers = { 'idempotency-key': randomUUID() }
    const first = await attached(await send(id, 'a.pdf', files.pdf(), {}, by, headers))
    const second = await attached(await send(id, 'a.pdf', files.pdf(), {}, by, headers))
    expect(second).toEqual(first)
    const other = await send(id, 'a.pdf', files.pdf(3), {}, by, headers)
    expect(await problemOf(other)).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    // Before any sweep.
    expect(await rowsOf(tight.id)).toEqual([{ id: first.id, state: 'ready' }])
    expect(await filesOf(tight.id)).toEqual([first.id])
  })

  it('takes no room of the practice, however often', async () => {
    const small = await make.laboratory({ attachment_quota_bytes: maximumBytes + 2_000 })
    const there = await make.practice(small)
    const by = await as(await make.user(there))
    const { id } = await make.order(there)
    const headers = { 'idempotency-key': randomUUID() }
    const answers = []
    for (let time = 0; time < 6; time++)
      answers.push(await attached(await send(id, 'a.pdf', files.pdfOf(900), {}, by, headers)))
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
    await attached(await send(id, 'b.pdf', files.pdfOf(900), {}, await as(await make.user(there))))
    // Full it was once, and it stays full.
    await attached(await send(id, 'c.pdf', files.pdfOf(900), {}, by))
    for (const key of [headers, { 'idempotency-key': randomUUID() }]) {
      const answer = await send(id, 'a.pdf', files.pdfOf(900), {}, by, key)
      expect(answer.status).toBe(key === headers ? 201 : 409)
    }
    expect(await filesOf(small.id)).toHaveLength(3)
  })

  it('twice at once is one file, and what was stored in vain goes with the next sweep', async () => {
    const apart = await make.laboratory()
    const there = await make.practice(apart)
    const by = await as(await make.user(there))
    const { id } = await make.order(there)
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(id, 'a.pdf', files.pdf(), {}, by, headers)))
    for (const { status } of answers) expect([201, 409]).toContain(status)
    const again = await attached(await send(id, 'a.pdf', files.pdf(), {}, by, headers))
    expect((await listOf(id, by)).data).toEqual([again])
    await sweepAttachments(app.files, { laboratories: [apart.id] })
    expect(await rowsOf(apart.id)).toEqual([{ id: again.id, state: 'ready' }])
    expect(await filesOf(apart.id)).toEqual([again.id])
  })
})

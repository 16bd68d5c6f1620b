import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { attached, startAttaching } from '#test/attaching.ts'
import * as files from '#test/files.ts'
import { noCreatingRates, problemOf, startTestApp } from '#test/harness.ts'
import { maximumBytes } from '../contract.ts'

const use = startTestApp({ creatingRates: noCreatingRates })
const { make, as } = use
const { call, filesOf, listOf, newOrder, rowsOf, send } = await startAttaching(use)

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
      /** The signature of the format, its end, or random bytes. */
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

import { existsSync, rmSync, watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { attached, startAttaching } from '#test/attaching.ts'
import * as files from '#test/files.ts'
import { noCreatingRates, problemOf, startTestApp } from '#test/harness.ts'
import { sweepAttachments } from './sweep.ts'

const use = startTestApp({ creatingRates: noCreatingRates })
const { app, folder, make, as } = use
const { call, laboratory, newOrder, practice, send } = await startAttaching(use)

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

describe('a compressed scan that makes room for another at once', () => {
  it('is unpacked again for whoever waits for it', async () => {
    const { id } = await attached(
      await send(await newOrder(), 'upper.stl', await files.draco(60), { compression: 'draco' }),
    )
    const passage = join(folder, 'passage')
    let removed = 0
    const watcher = watch(passage, (_event, name) => {
      const path = join(passage, name ?? '')
      if (removed > 0 || !path.endsWith('.unpacked') || !existsSync(path)) return
      rmSync(path)
      removed += 1
    })
    try {
      const got = await call(`/api/attachments/${id}`)
      expect(got.status).toBe(200)
      expect(Buffer.from(await got.arrayBuffer()).readUInt32LE(80)).toBe(60 * 60 * 2)
      await expect.poll(() => removed).toBe(1)
    } finally {
      watcher.close()
    }
  })
})

describe('files that are read at once', () => {
  it('are eight of one user; the next waits until one has been read or left, and a colleague does not', async () => {
    const { id } = await attached(await send(await newOrder(), 'scan.stl', files.stl(5_000)))
    const reader = await as(await make.user(practice))
    const path = `/api/attachments/${id}`
    // HEAD requests read nothing, so they hold no slot.
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

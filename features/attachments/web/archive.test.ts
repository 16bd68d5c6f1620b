import { describe, expect, it } from 'vitest'
import * as files from '#test/files.ts'
import { type ArchiveFailure, unpack } from './archive.ts'

const blobOf = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>])
const failureOf = (bytes: Uint8Array) =>
  unpack(blobOf(bytes)).then(
    () => undefined,
    (error: ArchiveFailure) => error.why,
  )
const zipOf = (parts: Record<string, Uint8Array>) =>
  files.zip(Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, Buffer.from(bytes)])), {
    isPacked: true,
  })

describe('a ZIP of a scanner', () => {
  it('becomes its files, without folders and what a Mac adds, and says what may not be attached', async () => {
    const [upper, lower] = [files.stl(40), files.stl(60)]
    const { files: unpacked, leftOut } = await unpack(
      blobOf(
        zipOf({
          'P77/P77-upperjaw.stl': upper,
          'P77/P77-lowerjaw.stl': lower,
          '__MACOSX/._P77-lowerjaw.stl': lower,
          'P77/.DS_Store': upper,
          'P77/materials.xml': Buffer.from('<x/>'),
        }),
      ),
    )
    expect(unpacked.map(({ name, size }) => [name, size])).toEqual([
      ['P77-upperjaw.stl', upper.length],
      ['P77-lowerjaw.stl', lower.length],
    ])
    expect(Buffer.from((await unpacked[0]?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(upper)).toBe(true)
    expect(leftOut).toEqual(['materials.xml'])
  })

  it('with the same scan twice has it once', async () => {
    const { files: unpacked } = await unpack(blobOf(zipOf({ 'a.stl': files.stl(9), 'a_(2).stl': files.stl(9) })))
    expect(unpacked).toHaveLength(1)
  })

  it('that is none, is cut off or has more than it says is refused', async () => {
    const whole = zipOf({ 'a.stl': files.stl(500) })
    expect(await failureOf(files.stl(9))).toBe('archive_unreadable')
    expect(await failureOf(new Uint8Array())).toBe('archive_unreadable')
    expect(await failureOf(whole.subarray(30))).toBe('archive_unreadable')
    const lying = Buffer.from(whole)
    const directory = lying.indexOf('PK\x01\x02', 0, 'latin1')
    lying.writeUInt32LE(100, directory + 24)
    expect(await failureOf(lying)).toBe('archive_unreadable')
    lying.writeUInt32LE(3_000_000_000, directory + 24)
    expect(await failureOf(lying)).toBe('archive_too_large')
    const locked = Buffer.from(whole)
    locked.writeUInt16LE(1, directory + 8)
    expect(await failureOf(locked)).toBe('archive_locked')
  })

  it('has its names as they were typed on a French Windows', async () => {
    const bytes = zipOf({ 'haut_superieur.stl': files.stl(9) })
    const named = Buffer.from(bytes.toString('latin1').replaceAll('superieur', 'sup\x82rieur'), 'latin1')
    const { files: unpacked } = await unpack(blobOf(named))
    expect(unpacked[0]?.name).toBe('haut_supérieur.stl')
  })
})

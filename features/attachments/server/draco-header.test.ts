import { expect, it } from 'vitest'
import { draco, stl } from '#test/files.ts'
import { dracoSize, isBearable, mostFaces } from './draco-header.ts'

it('tells how many triangles a scan has without decoding it', async () => {
  const size = dracoSize(await draco(30))
  expect(size?.faces).toBe(30 * 30 * 2)
  expect(isBearable(size)).toBe(true)
})

it('does not bear attributes without end, of which each takes memory for each point', async () => {
  expect(isBearable(dracoSize(await draco(30, 16, 3, true)))).toBe(true)
  const many = dracoSize(await draco(30, 16, 11, true))
  expect(many?.attributes).toBe(12)
  expect(isBearable(many)).toBe(false)
})

it('does not bear what says to be endless, is cut short, or is no scan', async () => {
  const scan = await draco(30)
  const endless = Buffer.from(scan)
  endless.set([0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f], 12)
  expect(dracoSize(endless)?.points).toBeGreaterThan(mostFaces * 3)
  for (const bytes of [endless, scan.subarray(0, 12), scan.subarray(0, 4), stl(), Buffer.alloc(0)])
    expect(isBearable(dracoSize(bytes))).toBe(false)
})

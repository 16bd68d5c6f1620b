import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchChunk } from './fetch-chunk.ts'

const network = { isThere: true }
const told: boolean[] = []

beforeEach(() => {
  network.isThere = true
  told.length = 0
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async () => {
    if (network.isThere) return new Response()
    throw new TypeError('Failed to fetch')
  })
  vi.stubGlobal('dispatchEvent', (event: CustomEvent<{ isOffline: boolean }>) => told.push(event.detail.isOffline))
})

describe('a part of the page', () => {
  it('that fails as the network comes back is there, and nobody is told that it was gone', async () => {
    let asked = 0
    const load = async () => {
      asked += 1
      if (asked === 1) throw new TypeError('Failed to fetch dynamically imported module')
      return 'part'
    }
    expect(await fetchChunk(load)).toBe('part')
    expect(told).toEqual([])
  })

  it('that is gone from a server that answers is asked for twice, and told once', async () => {
    const load = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
    await expect(fetchChunk(load)).rejects.toThrow('dynamically imported')
    expect(load).toHaveBeenCalledTimes(2)
    expect(told).toEqual([false])
  })

  it('is not asked for again where nobody answers', async () => {
    network.isThere = false
    const load = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
    await expect(fetchChunk(load)).rejects.toMatchObject({ status: 0 })
    expect(load).toHaveBeenCalledTimes(1)
    expect(told).toEqual([true])
  })
})

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodePage } from './compress-page.ts'

const page = '<p>É</p>'.repeat(100)

test('a page comes as the browser takes it', async () => {
  const brotli = await encodePage(page, 'gzip, deflate, br, zstd')
  expect(brotli.encoding).toBe('br')
  expect(brotliDecompressSync(brotli.body).toString()).toBe(page)
  const gzip = await encodePage(page, 'gzip, deflate')
  expect(gzip.encoding).toBe('gzip')
  expect(gunzipSync(gzip.body).toString()).toBe(page)
})

test.each(['', 'identity', 'br;q=0', 'gzip;q=0.0, br; q=0'])(
  'whole for who takes no compression (%s)',
  async accepted => {
    expect(await encodePage(page, accepted)).toEqual({ body: page })
  },
)

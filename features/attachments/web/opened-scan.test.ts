import { randomUUID } from 'node:crypto'
import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { ScanOrder } from './scan-worker.ts'

it('two scans of a case with the same name and as many bytes are each shown as they are', async () => {
  // The worker only echoes the bytes, so that they identify the scan.
  class Worker {
    onmessage: (event: { data: object }) => void = () => {}
    postMessage({ number, bytes }: ScanOrder) {
      this.onmessage({ data: { number, done: new TextDecoder().decode(bytes) } })
    }
  }
  vi.stubGlobal('window', {})
  vi.stubGlobal('Worker', Worker)
  const { openedScan } = await import('./opened-scan.ts')
  const client = new QueryClient()
  const opened = (content: string) =>
    client.fetchQuery(openedScan({ id: randomUUID(), type: 'stl', blob: new Blob([content]) }))
  expect(await Promise.all([opened('upper'), opened('lower')])).toEqual(['upper', 'lower'])
})

import { Problem } from '#kit/problem.ts'
import { addressOf, inSession, problemOf } from '#kit/web/call.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { privacyCalls } from '../contract.ts'

/** With a request of its own, since these answers may take minutes, beyond the usual time-out. */
export async function downloadExport(which: 'own' | 'practice', currentPassword: string): Promise<void> {
  const endpoint = which === 'own' ? privacyCalls.exportOwn : privacyCalls.exportPractice
  const bytes = await inSession(async token => {
    const headers = new Headers({ accept: '*/*', 'content-type': 'application/json' })
    if (token) headers.set('authorization', `Bearer ${token}`)
    const body = JSON.stringify({ currentPassword })
    const asked = { method: endpoint.method, headers, body, credentials: 'include', cache: 'no-store' } as const
    const response = await fetch(addressOf(endpoint), asked).catch(() => undefined)
    if (!response) throw new Problem('offline', 0)
    if (!response.ok) throw problemOf(response.status, response.headers, await response.text().catch(() => ''))
    return response.blob().catch(() => {
      // Interrupted: a partial copy is not saved.
      throw new Problem('offline', 0)
    })
  })
  saveFile(bytes, `export-${new Date().toISOString().slice(0, 10)}.zip`)
}

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addDays } from '#kit/day.ts'
import { unzip } from '#test/files.ts'
import { problemOf } from '#test/harness.ts'
import { documentOf, sha256, startIssuing, year } from '#test/issuing.ts'
import { today } from '#test/today.ts'

const { folder, make, as, laboratoryThatIssues, kept } = startIssuing()

afterEach(() => void vi.useRealTimers())

describe('an archive', () => {
  const archived = async (response: Response) => {
    expect(response.status, response.headers.get('content-type') ?? '').toBe(200)
    return unzip(Buffer.from(await response.arrayBuffer()))
  }

  it('holds the documents of a period, each by its number and day', async () => {
    const { laboratory, practice, manager, accounting } = await laboratoryThatIssues()
    const before = addDays(today, -1)
    const old = await make.invoice(practice, { issued_on: addDays(today, -40) })
    const lost = await make.invoice(practice, { issued_on: before })
    const { id } = await make.invoice(practice)
    await make.invoice(practice, { type: 'initialBalance', amount_cents: 300 })
    await make.invoice(await make.practice(laboratory, { rpps_siret_siren: '404833048' }))
    await documentOf(manager, lost.id)
    await rm(join(folder, 'files', laboratory.id, lost.id))
    const response = await manager(`/api/invoices/archive?from=${before}&to=${today}`)
    expect(response.headers.get('content-disposition')).toContain('factures.zip')
    const parts = await archived(response)
    const gone = `FA-${year}-000002-${before}.pdf.txt`
    expect([...parts.keys()]).toEqual([gone, `FA-${year}-000003-${today}.pdf`])
    expect(parts.get(gone)?.toString()).toContain('n’est pas disponible')
    const there = parts.get(`FA-${year}-000003-${today}.pdf`)
    expect(there && sha256(there)).toBe((await kept(laboratory, id))?.sha256)
    const ofAll = await archived(await accounting('/api/staff/invoices/archive'))
    expect(ofAll.size).toBe(4)
    const ofOne = await archived(await accounting(`/api/staff/invoices/archive?practiceId=${practice.id}`))
    expect(ofOne.size).toBe(3)
    expect((await kept(laboratory, old.id))?.size).toBeGreaterThan(1_000)
  })

  it('of nothing is refused', async () => {
    const { manager } = await laboratoryThatIssues()
    expect(await problemOf(await manager('/api/invoices/archive'))).toMatchObject({ status: 409, code: 'no_documents' })
    expect(await problemOf(await manager('/api/invoices/archive?page=2'))).toMatchObject({ code: 'input_invalid' })
  })

  it('ends where its reader has lost the right to it, and leaves its place to the next', async () => {
    const { laboratory, practice } = await laboratoryThatIssues()
    for (let i = 0; i < 3; i++) await make.invoice(practice)
    const user = await make.user(practice, { account_type: 'manager' })
    const call = await as(user)
    const left = await call('/api/invoices/archive')
    await left.body?.cancel()
    const response = await call('/api/invoices/archive')
    const reader = response.body?.getReader()
    await reader?.read()
    await make.within(laboratory.id, client =>
      client.query("update users set account_type = 'doctor', is_practice_doctor = true where id = $1", [user.id]),
    )
    const readOn = async () => {
      for (let chunk = await reader?.read(); chunk && !chunk.done; ) chunk = await reader?.read()
    }
    await expect(readOn()).rejects.toThrow()
  })

  it('that lasts longer than the token it was asked with is whole', async () => {
    const { practice, manager, accounting } = await laboratoryThatIssues()
    for (let i = 0; i < 3; i++) await make.invoice(practice)
    for (const response of [await manager('/api/invoices/archive'), await accounting('/api/staff/invoices/archive')]) {
      const reader = response.body?.getReader()
      const bytes: Uint8Array[] = []
      for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
        bytes.push(chunk.value)
        vi.useFakeTimers({ now: Date.now() + 11 * 60_000, toFake: ['Date'] })
      }
      expect(unzip(Buffer.concat(bytes)).size).toBe(3)
      vi.useRealTimers()
    }
  })
})

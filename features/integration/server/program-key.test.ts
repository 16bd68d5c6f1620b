import { describe, expect, it } from 'vitest'
import { programOf, refusalOf, startProgramTests } from '#test/asking-as-program.ts'

const testApp = startProgramTests()
const { make, request, laboratoryWithSoftware } = testApp

describe('the key of a program', () => {
  it('opens its own laboratory, and nothing without it, with another one, or elsewhere', async () => {
    const { laboratory, software } = await laboratoryWithSoftware()
    expect((await software.call('/changes')).status).toBe(200)
    for (const key of ['', 'arcade_', `arcade_${'x'.repeat(43)}`, `${software.key}x`, software.key.slice(7)])
      expect(await refusalOf(await software.call('/changes', { headers: { authorization: `Bearer ${key}` } }))).toEqual(
        [401, 'signed_out'],
      )
    const elsewhere = await make.laboratory()
    const headers = { authorization: `Bearer ${software.key}` }
    expect((await request(elsewhere, '/api/integration/v1/changes', { headers })).status).toBe(401)
    expect((await request(laboratory, '/api/staff/orders', { headers })).status).toBe(401)
    expect((await request(laboratory, '/api/account', { headers })).status).toBe(401)
  })

  it('opens nothing once it has ended, or its program is kept out', async () => {
    const { laboratory, software } = await laboratoryWithSoftware()
    await make.within(laboratory.id, client => client.query(`update program_keys set ends_at = now()`))
    expect((await software.call('/changes')).status).toBe(401)
    const other = await programOf(testApp, laboratory)
    await make.within(laboratory.id, client =>
      client.query(`update users set disabled_at = now() where id = $1`, [other.id]),
    )
    expect((await other.call('/changes')).status).toBe(401)
  })
})

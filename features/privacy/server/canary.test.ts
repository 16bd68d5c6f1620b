import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { doChores } from '#tenancy/server/chores.ts'
import * as files from '#test/files.ts'
import { startTestApp } from '#test/harness.ts'
import { testPassword } from '#test/make.ts'

const { app, make, as, request, tokenFor } = startTestApp({ logLevel: 'trace' })

/** Everything that this process logs. */
function heardLog(): string[] {
  const lines: string[] = []
  const stream = Reflect.get(app.api.services.log, pino.symbols.streamSym)
  vi.spyOn(stream, 'write').mockImplementation((line: unknown) => void lines.push(String(line)))
  return lines
}

it('S58: a patient’s name, a password and a token driven through stand in no log, figure, error, header or mail', async () => {
  const log = heardLog()
  const patient = 'Zéphyrine Canari'
  const secret = 'Canari-secret-26!'
  const laboratory = await make.laboratory()
  const practice = await make.practice(laboratory)
  const user = await make.user(practice, { account_type: 'manager' })
  const doctor = await make.user(practice)
  const staff = await as(await make.user(laboratory))
  const { reference } = await make.product(laboratory)
  const token = await tokenFor(user)
  const refusals: string[] = []
  const headers: string[] = []
  async function call(path: string, options: Parameters<typeof request>[2] = {}) {
    const response = await request(laboratory, path, { ...options, headers: { authorization: `Bearer ${token}` } })
    headers.push(JSON.stringify([...response.headers]))
    const text = await response.clone().text()
    if (!response.ok) refusals.push(text)
    return response
  }

  const refreshTokens: string[] = []
  const keepRefreshToken = ({ headers }: Response) => {
    const [, value] = /__Host-refresh=([^;]+)/.exec(headers.getSetCookie().join()) ?? []
    if (value) refreshTokens.push(value)
  }
  for (const password of [secret, testPassword])
    keepRefreshToken(await request(laboratory, '/auth', { body: { login: user.login, password } }))
  // Tokens renewed, sent where they do not belong, and forged.
  const renewing = { method: 'POST', headers: { cookie: `__Host-refresh=${refreshTokens[0]}` } }
  keepRefreshToken(await request(laboratory, '/api/token/refresh', renewing))
  await request(laboratory, '/api/orders', { headers: { cookie: `__Host-refresh=${refreshTokens[1]}` } })
  await request(laboratory, '/api/token/refresh', { ...renewing, headers: { cookie: `__Host-refresh=${secret}` } })
  const product = { reference, quantity: 1, teeth: [26], shade: 'A2' }
  const ordered = await (await as(doctor))('/api/orders', {
    body: { patientCode: 'P-1', patient, printType: 'optical', comment: patient, products: [product] },
  })
  const { id } = ((await ordered.json()) as { data: { id: string } }).data
  await call(`/api/orders?search=${encodeURIComponent(patient)}`)
  await call(`/api/orders/${id}`)
  await call(`/api/orders/${id}/messages`, { body: { body: patient } })
  await call(`/api/orders/${id}/attachments`, { method: 'POST', body: files.form(`${patient}.pdf`, files.pdf()) })
  await call(`/api/orders/${id}/attachments`, { method: 'POST', body: files.form(`${patient}.exe`, files.pdf()) })
  await call(`/api/orders/${id}/traceability-sheet`)
  await staff(`/api/staff/orders/${id}/messages`, { body: { body: `À propos de ${patient}` } })
  // Invalid input of every kind whose error messages commonly quote values.
  await call('/api/orders', { body: `{"patient":"${patient}"` })
  await call('/api/orders', { body: { patient, patientCode: [patient], secret } })
  await call(`/api/orders/${patient}`)
  await call(`/api/${encodeURIComponent(patient)}?token=${token}`)
  await call('/api/order-templates', { body: { name: patient, content: { patient } } })
  await call('/api/account/password', { body: { currentPassword: secret, newPassword: secret } })
  for (const currentPassword of [secret, testPassword])
    for (const path of ['/api/account/export', '/api/account/practice-export'])
      await call(path, { body: { currentPassword } })
  await staff(`/api/staff/orders/${id}/patient-name`, { method: 'DELETE' })
  await make.within(laboratory.id, client => client.query(`update notices set created_at = now() - interval '1 hour'`))
  await app.writeSightings()
  await doChores(app.chores, { laboratories: [laboratory.id] })

  const { rows: mails } = await make.within(laboratory.id, client =>
    client.query('select recipient, sender_name, subject, text_part, html_part from mails'),
  )
  const { rows: lines } = await make.within(laboratory.id, client => client.query('select * from audit_events'))
  const places = {
    log: log.join(''),
    figures: await app.metrics.registry.metrics(),
    refusals: refusals.join(),
    headers: headers.join(),
    mails: JSON.stringify(mails),
    audit: JSON.stringify(lines),
  }
  expect(log.length).toBeGreaterThan(10)
  expect(refusals.length).toBeGreaterThan(6)
  expect(mails.length).toBeGreaterThan(0)
  const canaries = [
    'phyrine',
    'Canari',
    encodeURIComponent(patient),
    secret,
    testPassword,
    token,
    token.split('.')[2] ?? '',
    ...refreshTokens,
  ]
  expect(refreshTokens).toHaveLength(2)
  for (const [place, text] of Object.entries(places))
    for (const canary of canaries) expect(text.includes(canary), `${canary} in ${place}`).toBe(false)
})

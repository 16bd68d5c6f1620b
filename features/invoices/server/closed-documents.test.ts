import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { problemOf } from '#test/harness.ts'
import { documentOf, startIssuing } from '#test/issuing.ts'

const { app, make, as, request, laboratoryThatIssues, kept } = startIssuing()

describe('of documents learns nothing', () => {
  it('whoever is of another practice or laboratory, may not see invoices, or is signed out', async () => {
    const { laboratory, practice, accounting } = await laboratoryThatIssues()
    const { id } = await make.invoice(practice)
    const elsewhere = await laboratoryThatIssues()
    const doctor = await as(await make.user(practice, { is_practice_doctor: true }))
    const stranger = await as(await make.user(await make.practice(laboratory), { account_type: 'manager' }))
    const production = await as(await make.user(laboratory, { role: 'production' }))
    const unknown = randomUUID()
    for (const what of ['document', 'receipt']) {
      const path = `/api/invoices/${id}/${what}`
      for (const call of [stranger, elsewhere.manager])
        expect(await problemOf(await call(path))).toMatchObject({ status: 404, code: 'not_found' })
      expect((await elsewhere.accounting(`/api/staff/invoices/${id}/${what}`)).status).toBe(404)
      const [refused, nothing] = [
        await problemOf(await doctor(path)),
        await problemOf(await doctor(`/api/invoices/${unknown}/${what}`)),
      ]
      expect(refused).toMatchObject({ status: 403, code: 'forbidden' })
      expect({ ...refused, requestId: '', instance: '' }).toEqual({ ...nothing, requestId: '', instance: '' })
      expect((await production(`/api/staff/invoices/${id}/${what}`)).status).toBe(403)
      expect((await accounting(path)).status).toBe(403)
      expect((await request(laboratory, path)).status).toBe(401)
    }
    for (const call of [doctor, accounting]) expect((await call('/api/invoices/archive')).status).toBe(403)
    expect((await production('/api/staff/invoices/archive')).status).toBe(403)
    expect((await request(laboratory, '/api/invoices/archive')).status).toBe(401)
    expect(await problemOf(await stranger('/api/invoices/archive'))).toMatchObject({
      status: 409,
      code: 'no_documents',
    })
    expect(await kept(laboratory, id), 'and none is made for them').toBeUndefined()
  })

  it('whoever asks leaves a line', async () => {
    const { laboratory, practice, manager } = await laboratoryThatIssues()
    const { id } = await make.invoice(practice)
    await documentOf(manager, id)
    await (await manager('/api/invoices/archive')).arrayBuffer()
    await app.writeSightings()
    const { rows } = await make.within(laboratory.id, client =>
      client.query(`select kind, subject_id from audit_events where kind::text like 'invoice_document%' order by kind`),
    )
    expect(rows).toEqual([
      { kind: 'invoice_document_viewed', subject_id: id },
      { kind: 'invoice_documents_exported', subject_id: null },
    ])
  })
})

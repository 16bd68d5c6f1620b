import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { programOf, refusalOf } from '#test/asking-as-program.ts'
import { dataOf, startBillingTests } from '#test/billing.ts'
import { startTestApp } from '#test/harness.ts'
import { startScanner } from '#test/scanner.ts'
import { today } from '#test/today.ts'

const scanner = await startScanner()
const { folder } = startTestApp()
const billing = startBillingTests({
  files: { storage: { folder: join(folder, 'files') }, passage: join(folder, 'passage'), scanner: scanner.place },
})
beforeEach(() => {
  scanner.answer = () => 'stream: OK\0'
})
afterAll(() => scanner.close())
const { laboratoryThatBills, deliveredCase, issue, make, as } = billing

const pdf = (words = 'Facture') => Buffer.from(`%PDF-1.7\n% ${words}\ntrailer\nstartxref\n0\n%%EOF\n`)

async function pieceWithoutPaper() {
  const lab = await laboratoryThatBills()
  const software = await programOf(billing, lab.laboratory)
  const made = await dataOf(
    await software.put('/invoices/F1', {
      practice: { id: lab.practice.id },
      number: 'F2026/11 1',
      date: today,
      netCents: 10_000,
      vatCents: 2_000,
    }),
  )
  const give = (bytes: Uint8Array, { name = 'F1', type = 'application/pdf' } = {}) =>
    software.call(`/invoices/${name}/document`, { method: 'PUT', body: bytes, headers: { 'content-type': type } })
  const manager = await as(await make.user(lab.practice))
  return { ...lab, software, made, give, manager }
}

it('the paper comes from where it was issued, once, and is handed on to the last byte', async () => {
  const { laboratory, made, give, manager, software, accounting } = await pieceWithoutPaper()
  const path = `/api/invoices/${made.id}/document`
  expect(await refusalOf(await manager(path))).toEqual([409, 'no_document'])
  expect((await give(pdf())).status).toBe(204)
  expect((await give(pdf())).status).toBe(204)
  expect(await refusalOf(await give(pdf('Autre')))).toEqual([409, 'document_differs'])
  for (const read of [
    manager(path),
    accounting(`/api/staff/invoices/${made.id}/document`),
    software.call('/invoices/F1/document'),
  ]) {
    const answer = await read
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(answer.headers.get('content-disposition')).toContain('F2026-11-1')
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf())).toBe(true)
  }
  expect((await dataOf(await manager(`/api/invoices/${made.id}`))).hasDocument).toBe(true)
  const { rows } = await make.within(laboratory.id, client =>
    client.query(`select subject_id from audit_events where kind = 'invoice_document_given'`),
  )
  expect(rows).toEqual([{ subject_id: made.id }])
})

it('what is no PDF, too large, or for nothing that it has issued, is refused', async () => {
  const lab = await pieceWithoutPaper()
  const { give, accounting, practice, software } = lab
  expect(await refusalOf(await give(Buffer.from('<html>')))).toEqual([422, 'no_pdf'])
  expect(await refusalOf(await give(pdf(), { name: 'F9' }))).toEqual([404, 'unknown_here'])
  expect((await give(pdf(), { type: 'text/plain' })).status).toBe(415)
  expect((await give(Buffer.concat([pdf(), randomBytes(5_000_000)]))).status).toBe(413)
  const { ids } = await dataOf(await issue(accounting, practice, [await deliveredCase(lab, practice)]))
  expect(await refusalOf(await give(pdf(), { name: ids[0] }))).toEqual([404, 'unknown_here'])
  const another = await programOf(billing, lab.laboratory, 'Autre logiciel')
  const ofAnother = { method: 'PUT', body: pdf(), headers: { 'content-type': 'application/pdf' } }
  expect(await refusalOf(await another.call('/invoices/F1/document', ofAnother))).toEqual([404, 'unknown_here'])
  expect(await refusalOf(await software.call('/invoices/F1/document'))).toEqual([409, 'no_document'])
})

it('is looked at as whatever comes from outside, and nothing of it is kept where that is not well', async () => {
  const { give, manager, made } = await pieceWithoutPaper()
  scanner.answer = () => 'stream: Eicar-Test-Signature FOUND\0'
  expect(await refusalOf(await give(pdf()))).toEqual([422, 'file_type_refused'])
  expect(await refusalOf(await manager(`/api/invoices/${made.id}/document`))).toEqual([409, 'no_document'])
  scanner.answer = () => 'stream: OK\0'
  expect((await give(pdf('Autre'))).status).toBe(204)
})

it('an archive has the papers that are here', async () => {
  const { give, manager, software, practice } = await pieceWithoutPaper()
  const another = { practice: { id: practice.id }, number: 'F2', date: today, netCents: 1, vatCents: 0 }
  await dataOf(await software.put('/invoices/F2', another))
  expect((await give(pdf())).status).toBe(204)
  const archive = await manager('/api/invoices/archive')
  expect(archive.status).toBe(200)
  const names = Buffer.from(await archive.arrayBuffer()).toString('latin1')
  expect(names).toContain(`F2026-11-1-${today}.pdf`)
  expect(names).not.toContain(`F2-${today}.pdf`)
})

it('and of two numbers that no name of a file tells apart, both', async () => {
  const { give, manager, software, practice } = await pieceWithoutPaper()
  const number = 'F2026-11/1'
  const another = { practice: { id: practice.id }, number, date: today, netCents: 1, vatCents: 0 }
  await dataOf(await software.put('/invoices/F2', another))
  for (const name of ['F1', 'F2']) expect((await give(pdf(name), { name })).status).toBe(204)
  const archive = Buffer.from(await (await manager('/api/invoices/archive')).arrayBuffer()).toString('latin1')
  // Each name stands twice: before its bytes, and in the list at the end.
  expect(new Set(archive.match(/[\w-]+\.pdf/g)).size).toBe(2)
  expect(archive).toContain('% F1')
  expect(archive).toContain('% F2')
})

import { expect, it } from 'vitest'
import { startBankFileTests } from '#test/bank-files.ts'
import { today } from '#test/today.ts'
import type { ReadEntry } from '../contract.ts'

const { make, aLaboratory, upload, receive, iban } = startBankFileTests()
type Line = { text: string; payer: string; cents: number }

const [year, month, day] = today.split('-')
const euros = (cents: number, mark: string) => (cents / 100).toFixed(2).replace('.', mark)
const csvOf = (lines: readonly Line[]) =>
  [
    'Date;Libellé;Crédit',
    ...lines.map(({ text, payer, cents }) => `${day}/${month}/${year};VIR ${payer} ${text};${euros(cents, ',')}`),
  ].join('\n')
const camtOf = (lines: readonly Line[]) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>
${lines
  .map(
    ({ text, payer, cents }, place) => `<Ntry><Amt Ccy="EUR">${euros(cents, '.')}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
    <Sts>BOOK</Sts><BookgDt><Dt>${today}</Dt></BookgDt><AcctSvcrRef>BQ-${place}</AcctSvcrRef><NtryDtls><TxDtls>
    <RltdPties><Dbtr><Nm>${payer}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  .join('')}</Stmt></BkToCstmrStmt></Document>`

async function theBooks() {
  const { laboratory, staff } = await aLaboratory()
  const practice = await make.practice(laboratory, { name: 'Cabinet des Lilas' })
  const { id } = await make.invoice(practice, { amount_cents: 30_000 })
  const { piece_code: code } = await make.within(laboratory.id, async client => {
    const { rows } = await client.query('select piece_code from invoices where id = $1', [id])
    return rows[0]
  })
  const read = async (text: string): Promise<ReadEntry[]> => (await (await upload(staff, text)).json()).data.entries
  const half = { text: code, payer: 'Cabinet des Lilas', cents: 15_000 }
  const owes = () =>
    make.within(laboratory.id, async client => {
      const { rows } = await client.query('select due_cents::int as due from invoices where id = $1', [id])
      return rows[0].due
    })
  return { laboratory, staff, practice, id, read, half, owes }
}

it('the same days in another format say that a line is recorded, and pay the rest of its invoice only by choice', async () => {
  const { staff, id, read, half, owes } = await theBooks()
  const [line] = await read(csvOf([half]))
  await receive(staff, { id, entry: line })
  expect(await owes()).toBe(15_000)
  const [again] = await read(camtOf([half]))
  expect(again?.match).toEqual({
    kind: 'doubtful',
    candidates: [{ awaited: id, together: [], doubt: 'entered_alike' }],
  })
  expect(again?.elsewhere).toMatchObject([{ amountCents: 15_000, receivedOn: today, practice: 'Cabinet des Lilas' }])
  // Whoever says that it is other money, pays the rest of it; then nothing is awaited, and the line is said to be here all the same.
  await receive(staff, { id, entry: again })
  expect(await owes()).toBe(0)
  expect((await read(camtOf([half])))[0]?.match).toEqual({ kind: 'recorded' })
  const { match, elsewhere } = (await read(csvOf([{ ...half, text: `${half.text} BIS` }])))[0] ?? {}
  expect([match, elsewhere?.length]).toEqual([{ kind: 'none' }, 2])
})

it('two such lines of one file are two, and so is one of another day, amount or practice', async () => {
  const { laboratory, staff, id, read, half } = await theBooks()
  const both = [half, { ...half, text: `${half.text} SOLDE` }]
  const [first] = await read(csvOf(both))
  await receive(staff, { id, entry: first })
  const [recorded, second] = await read(csvOf(both))
  expect(recorded?.match).toEqual({ kind: 'recorded' })
  expect(second).toMatchObject({ match: { kind: 'sure', awaited: id }, elsewhere: [] })
  const other = await make.invoice(await make.practice(laboratory), { amount_cents: 15_000 })
  const { rows } = await make.within(laboratory.id, client =>
    client.query('select piece_code as code from invoices where id = $1', [other.id]),
  )
  const [ofOther] = await read(camtOf([{ ...half, payer: 'SCM', text: rows[0].code }]))
  expect(ofOther).toMatchObject({ match: { kind: 'sure', awaited: other.id }, elsewhere: [] })
  const [moved] = await read(camtOf([half]).replace(`<Dt>${today}`, '<Dt>2026-01-05'))
  expect(moved).toMatchObject({ match: { kind: 'sure', awaited: id }, elsewhere: [] })
})

import { describe, expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'
import type { ReadEntry } from '../contract.ts'
import { readBankFile } from './bank-file.ts'
import { BankFileFault } from './bank-statement.ts'
import { type Awaited, matchEntries } from './matching.ts'

const { make, as } = startTestApp()

const lilas: Awaited = { id: 'lilas', reference: 'FA-2026-000001', amountCents: 12_000 }

/** What each entry is taken for, or why the file is refused. */
function matchesOf(table: string): string[] | string {
  try {
    const matches = matchEntries(readBankFile(Buffer.from(table)).entries, [lilas])
    return matches.map(match => (match.kind === 'doubtful' ? (match.candidates[0]?.doubt ?? '') : match.kind))
  } catch (error) {
    if (error instanceof BankFileFault) return error.code
    throw error
  }
}
const paying = 'CABINET DES LILAS FA-2026-000001'
const kinds = (heading: string, ...said: string[]) =>
  `Date;${heading};Libellé;Montant\n${said.map((kind, at) => `20/11/2026;${kind};${at ? 'X' : paying};${at ? '50,00' : '120,00'}`).join('\n')}`
const signed = '\n20/11/2026;Frais;X;-5,00'
const text = (said: string) => `Date;Libellé;Montant\n20/11/2026;${said};120,00\n20/11/2026;X;-5,00`

describe('a line of the bank that says that its money went', () => {
  it('is never sure for a sign on another line, whether its kind or its text says so', () => {
    const table = kinds('Type', 'Virement émis', 'Virement reçu').replace(paying, `VIREMENT EMIS ${paying}`)
    expect(matchesOf(table + signed)).toEqual(['gone_out', 'none'])
    for (const kind of [
      'Virement émis',
      'VIR EM',
      'Virement vers un tiers',
      'Sortie de fonds',
      'Débit',
      'Transfer sent',
      'Virement émis Crédit Mutuel',
    ])
      expect(matchesOf(kinds('Type', kind, 'Frais') + signed), kind).toEqual(['gone_out', 'none'])
    for (const said of [
      'VIREMENT EMIS',
      'VIR SEPA INST EMIS',
      'VIR.EM',
      'Virement vers',
      'SORTIE DE FONDS',
      'OUTGOING',
      'VIREMENT FAVEUR TIERS',
      'Transfer to',
      'VIREMENT EN FAVEUR DE',
      'VIR SEPA AU PROFIT DE',
      'TFR TO',
      'STANDING ORDER TO',
      'Paid to',
      'PAID OUT',
      'TRANSFER MADE TO',
      'Money sent to',
    ])
      for (const table of [text(`${said} ${paying}`), text(`${said} ${paying}`).replace(/\n[^\n]*-5,00/, '')])
        expect(matchesOf(table), said).toEqual(['gone_out'])
  })

  it('is never sure where one column has the amounts of both ways', () => {
    const both = kinds('Type', 'Virement émis', 'Virement reçu').replace('Montant', 'Crédit')
    expect(matchesOf(both)).toEqual(['gone_out', 'none'])
    const apart = `Date;Type;Libellé;Débit;Crédit\n20/11/2026;Virement émis;${paying};;120,00\n20/11/2026;Frais;X;5,00;`
    expect(matchesOf(apart)).toEqual(['gone_out'])
  })

  it('refuses a table without signs, also among more operations than any bank has', () => {
    const others = Array.from({ length: 14 }, (_, at) => `Opération ${String.fromCharCode(97 + at)}`)
    for (const said of ['Virement émis', 'VIR SEPA EM', 'Virement vers un tiers'])
      expect(matchesOf(kinds('Opération', said, ...others)), said).toBe('bank_file_direction_unknown')
    expect(matchesOf(kinds('Opération', 'remboursement', ...others))).toEqual(['gone_out', ...others.map(() => 'none')])
  })

  it('is left out where its bank’s short words say it of each line', () => {
    for (const [out = '', into = ''] of [
      ['VIR EM', 'VIR REC'],
      ['VIR SEPA EM', 'VIR INST REC'],
      ['Virement vers un tiers', 'Virement depuis un tiers'],
      ['Sortie de fonds', 'Entrée de fonds'],
    ]) {
      expect(matchesOf(kinds('Type', out, into)), out).toEqual(['none'])
      expect(matchesOf(kinds('Type', into, out)), into).toEqual(['sure'])
    }
    // Incoming entries with unknown words are read as before.
    expect(matchesOf(kinds('Type', 'VIR REC', 'CHQ'))).toEqual(['sure', 'none'])
  })

  it('is doubtful where kinds stand beside one another of which either may be it, unless signs say it', () => {
    for (const kind of ['Paiement', 'Versement']) {
      const other = kind === 'Paiement' ? 'Versement' : 'Paiement'
      expect(matchesOf(kinds('Type', kind, other)), kind).toEqual(['gone_out', 'none'])
      expect(matchesOf(kinds('Type', kind, other) + signed), kind).toEqual(['sure', 'none'])
      expect(matchesOf(kinds('Type', kind, 'Chèque')), kind).toEqual(['sure', 'none'])
    }
  })

  it('is none that was collected by direct debit, that another word or column says came, or that speaks of other things', () => {
    for (const kind of ['Prélèvement émis', 'Prélèvement SEPA B2B émis', 'SEPA Direct Debit', 'Virement reçu'])
      expect(matchesOf(kinds('Type', kind, 'Frais') + signed), kind).toEqual(['sure', 'none'])
    for (const said of [
      'PRLV SEPA EMIS',
      'REMISE PRELEVEMENTS CORE EMIS',
      'VIREMENT RECU EMIS PAR',
      'VIREMENT EN VOTRE FAVEUR EMIS PAR',
      'couronne envoyée, facture émise le 3',
      'Relevé émis le 30',
      'VIR EMMANUEL VERSAILLES REC',
      'Sent from Revolut',
      'FPI PAYMENT TO EMAIL LAB',
      'BANK GIRO CREDIT TRANSFER TO LAB',
      'VIR SEPA CABINET PAYMENT TO LABORATOIRE EMAIL',
    ])
      expect(matchesOf(text(`${said} ${paying}`)), said).toEqual(['sure'])
    // Written by the payer, since incoming amounts have a column of their own.
    const apart = `Date;Libellé;Débit;Crédit\n20/11/2026;Transfer to lab ${paying};;120,00\n20/11/2026;X;5,00;`
    expect(matchesOf(apart)).toEqual(['sure'])
    const column = `Date;Sens;Libellé;Montant\n20/11/2026;C;VIR EMIS PAR ${paying};120,00\n20/11/2026;D;X;5,00`
    expect(matchesOf(column)).toEqual(['sure'])
  })

  it('is shown as doubtful to whoever reads the file', async () => {
    const laboratory = await make.laboratory()
    const call = await as(await make.user(laboratory, { role: 'accounting' }))
    const { id } = await make.invoice(await make.practice(laboratory), { amount_cents: 12_000 })
    const { rows } = await make.within(laboratory.id, client =>
      client.query<{ code: string }>('select piece_code as code from invoices where id = $1', [id]),
    )
    const body = kinds('Type', 'Virement émis', 'Frais').replace(lilas.reference, rows[0]?.code ?? '') + signed
    const answer = await call('/api/staff/bank-files', {
      body,
      headers: { 'content-type': 'application/octet-stream' },
    })
    const { data } = (await answer.json()) as { data: { entries: ReadEntry[] } }
    expect(data.entries[0]).toMatchObject({ match: { kind: 'doubtful', candidates: [{ doubt: 'gone_out' }] } })
    expect(data.entries[0]).not.toHaveProperty('saysGone')
  })
})

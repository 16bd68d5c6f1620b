import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centsOf } from '#kit/typed-amount.ts'
import { readBankFile } from './bank-file.ts'
import { BankFileFault } from './bank-statement.ts'

const read = (text: string) => readBankFile(Buffer.from(text))
function faultOf(bytes: Uint8Array | string): string {
  try {
    readBankFile(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  } catch (error) {
    if (error instanceof BankFileFault) return error.code
    throw error
  }
  return 'none'
}

const entry = (
  parts: string,
  { status = '<Sts>BOOK</Sts>', way = 'CRDT', amount = '149.00', currency = 'EUR' } = {},
) => `
  <Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${way}</CdtDbtInd>${status}
  <BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>BQ-1</AcctSvcrRef>${parts}</Ntry>`
const camt = (entries: string, version = '02') => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><Stmt>
  <Acct><Id><IBAN>FR7630006000011234567890189</IBAN></Id></Acct>${entries}
</Stmt></BkToCstmrStmt></Document>`

describe('a bank’s statement in XML', () => {
  it('says what came in: day, amount, words, payer and the bank’s own number', () => {
    const details = `<NtryDtls><TxDtls><Refs><EndToEndId>CABINET-77</EndToEndId></Refs>
      <RltdPties><Dbtr><Nm>SELARL Martin &amp; Fils</Nm></Dbtr></RltdPties>
      <RmtInf><Ustrd>VIR-7K3QF9XM</Ustrd><Ustrd>couronnes</Ustrd></RmtInf></TxDtls></NtryDtls>`
    expect(read(camt(entry(details)))).toEqual({
      iban: 'FR7630006000011234567890189',
      gone: 0,
      entries: [
        {
          bookedOn: '2026-11-20',
          amountCents: 14_900,
          text: 'VIR-7K3QF9XM couronnes CABINET-77',
          payer: 'SELARL Martin & Fils',
          bankReference: 'BQ-1',
        },
      ],
    })
  })

  it('is read in its later versions too, whose parts stand deeper', () => {
    const details = `<NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>Cabinet</Nm></Pty></Dbtr></RltdPties>
      <RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls>`
    const text = camt(entry(details, { status: '<Sts><Cd>BOOK</Cd></Sts>' }), '08')
    expect(read(text).entries).toMatchObject([{ payer: 'Cabinet', text: 'RF18539007547034' }])
  })

  it('shows each payment of a sum that the bank has booked as one', () => {
    const part = (amount: string, reference: string) =>
      `<TxDtls><Amt Ccy="EUR">${amount}</Amt><RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls>`
    const details = `<NtryDtls>${part('100', 'VIR-A')}${part('49.5', 'VIR-B')}</NtryDtls>`
    expect(read(camt(entry(details, { amount: '149.50' }))).entries).toMatchObject([
      { amountCents: 10_000, text: 'VIR-A', bankReference: 'BQ-1/1' },
      { amountCents: 4_950, text: 'VIR-B', bankReference: 'BQ-1/2' },
    ])
  })

  it('leaves out what went, what is not booked yet, what was taken back and what is no euro', () => {
    const others = [
      entry('', { way: 'DBIT' }),
      entry('', { status: '<Sts>PDNG</Sts>' }),
      entry('', { status: '<RvslInd>true</RvslInd><Sts>BOOK</Sts>' }),
      entry('', { currency: 'CHF' }),
    ]
    expect(read(camt(others.join('')))).toMatchObject({ entries: [], gone: 1 })
  })

  it('with a document type is refused: nothing is fetched, nothing grows', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><Document>&b;</Document>`
    const fetching = `<!DOCTYPE d SYSTEM "http://127.0.0.1:9/x"><Document/>`
    expect([faultOf(bomb), faultOf(fetching)]).toEqual(['bank_file_unreadable', 'bank_file_unreadable'])
    expect(faultOf(camt(entry('<AddtlNtryInf>&file;</AddtlNtryInf>')))).toBe('bank_file_unreadable')
  })

  it('is refused where it is cut off, too deep, too long or something else', () => {
    expect(faultOf(camt(entry('')).slice(0, -20))).toBe('bank_file_unreadable')
    expect(faultOf('<a>'.repeat(100) + '</a>'.repeat(100))).toBe('bank_file_unreadable')
    expect(faultOf('<html><body>Votre session a expiré</body></html>')).toBe('bank_file_unknown')
    expect(faultOf(camt(entry('', { amount: '1e5' })))).toBe('bank_file_unreadable')
    expect(faultOf(camt(entry('').repeat(5_001)))).toBe('bank_file_too_long')
    expect(faultOf(camt('<a/>'.repeat(200_001)))).toBe('bank_file_too_long')
  })

  it('keeps of endless words as much as a payer can have written', () => {
    const words = 'VIR '.repeat(1_000)
    const details = `<NtryDtls><TxDtls><Refs><EndToEndId>${words}</EndToEndId></Refs>
      <RltdPties><Dbtr><Nm>${words}</Nm></Dbtr></RltdPties>
      <RmtInf>${`<Ustrd>${words}</Ustrd>`.repeat(9)}</RmtInf></TxDtls></NtryDtls>`
    const [long] = read(camt(entry(details))).entries
    expect([long?.text.length, long?.payer.length]).toEqual([500, 200])
  })
})

describe('a bank’s table', () => {
  const expected = { bookedOn: '2026-11-20', amountCents: 123_456, text: 'VIR DE MARTIN VIR-7K3QF9XM' }

  it('is read as the French banks write it: debit and credit apart, a comma before the cents', () => {
    const table = [
      'Compte chèque n° 0123;IBAN FR76 3000 6000 0112 3456 7890 189',
      'Solde au 21/11/2026;10 000,00 €',
      '',
      'Date opération;Date valeur;Libellé;Débit euros;Crédit euros',
      '20/11/2026;20/11/2026;VIR DE MARTIN VIR-7K3QF9XM;;1 234,56',
      '20/11/2026;20/11/2026;LOYER;-1 500,00;',
      ';;Total;;1 234,56',
    ].join('\r\n')
    expect(read(table)).toEqual({
      iban: 'FR7630006000011234567890189',
      entries: [{ ...expected, payer: '', bankReference: '' }],
      gone: 1,
    })
  })

  it('is read with one signed amount, with tabs or commas and quotes, with years of two figures', () => {
    for (const table of [
      'Date;Libellé;Montant;Référence\n20/11/26;"VIR DE MARTIN\nVIR-7K3QF9XM";+1.234,56 €;R1\n20/11/26;X;-3,00;R2',
      'date\tlibelle\tmontant\n2026-11-20\tVIR DE MARTIN VIR-7K3QF9XM\t1234.56',
      'Booking date,Description,Amount\n2026-11-20,"VIR DE MARTIN VIR-7K3QF9XM","1,234.56"\n2026-11-21,Fee,-2.00',
    ])
      expect(read(table).entries, table).toMatchObject([expected])
  })

  it('leaves out what a column says went, whatever the column and its words are, and counts it', () => {
    const headings = ['Sens', 'D/C', 'Débit/Crédit', 'Credit Debit Indicator', 'Indicateur D/C', 'Direction', '+/-']
    const words = [
      ['D', 'C'],
      ['Débit', 'Crédit'],
      ['DEBIT', 'CREDIT'],
      ['DBIT', 'CRDT'],
      ['-', '+'],
      ['Sortie', 'Entrée'],
      ['Dr', 'Cr.'],
    ]
    const table = (heading: string, [out, into]: readonly string[]) =>
      `Date;Libellé;Montant;${heading}
26/11/2026;REJET PRLV FA-2026-000012 PROVISION INSUFFISANTE;1336,00;${out}
26/11/2026;PRLV EDF;1336,00;${out}
26/11/2026;VIR CABINET MARTIN;12,00;${into}`
    const left = { entries: [{ text: 'VIR CABINET MARTIN', amountCents: 1_200 }], gone: 2 }
    for (const heading of headings)
      for (const pair of words) expect(read(table(heading, pair)), `${heading} ${pair}`).toMatchObject(left)
    for (const heading of ['Type', 'Type d’opération', 'Transaction Type', 'Nature', ''])
      expect(read(table(heading, ['Debit', 'Credit'])), heading).toMatchObject(left)
  })

  it('understands a direction among the words of a kind, and leaves out what they say went', () => {
    for (const [out, into] of [
      ['Virement émis', 'Virement reçu'],
      ['VIREMENT DEBITEUR', 'VIREMENT CREDITEUR'],
      ['Virement SEPA sortant', 'Virement SEPA entrant'],
      ['Remboursement client', 'Encaissement client'],
      ['Transfer sent', 'Transfer received'],
    ])
      for (const heading of ['Type', 'Nature de l’opération', 'Catégorie', 'Mode', ''])
        expect(
          read(`Date;Libellé;Montant;${heading}
26/11/2026;VIR FA-2026-000012;1336,00;${out}
26/11/2026;VIR FA-2026-000013;12,00;${into}`),
          `${heading} ${out}`,
        ).toMatchObject({ entries: [{ text: 'VIR FA-2026-000013' }], gone: 1 })
  })

  const kinds = (...kinds: string[]) =>
    `Date;Libellé;Montant;Type\n${kinds.map(kind => `20/11/2026;VIR;12,00;${kind}`).join('\n')}`
  const signed = '\n21/11/2026;FRAIS;-3,00;Frais'

  it('is refused where some lines say in words that they went out and others nothing, unless signs say it', () => {
    for (const said of [
      ['Crédit', 'Débit', 'Carte'],
      ['Virement reçu', 'Virement émis', ''],
      ['Encaissement', 'Remboursement', 'Carte de crédit'],
      ['Virement reçu', 'Virement émis', 'Rejet de virement émis'],
      ['Virement reçu', 'Virement émis', 'Virement émis ou reçu'],
    ]) {
      expect(faultOf(kinds(...said)), `${said}`).toBe('bank_file_direction_unknown')
      expect(read(kinds(...said) + signed), `${said}`).toMatchObject({ entries: [{}, {}, {}], gone: 1 })
    }
    expect(read(kinds('Crédit', 'Débit') + signed)).toMatchObject({ entries: [{ text: 'VIR' }], gone: 2 })
    expect(read(kinds('Virement reçu', 'Chèque') + signed)).toMatchObject({ entries: [{}, {}], gone: 1 })
  })

  it('with signs, or with what came and what went apart, believes no word of a kind against them', () => {
    for (const kind of [
      'Prélèvement émis',
      'Prélèvement SEPA émis',
      'Remboursement',
      'SEPA Direct Debit',
      'Virement émis',
      'Débit',
    ])
      for (const other of ['Virement reçu', 'Remise de chèque', kind]) {
        const apart = `Date;Libellé;Débit;Crédit;Type
20/11/2026;A;;120,00;${kind}
20/11/2026;B;;80,00;${other}
20/11/2026;C;3,00;;Frais`
        expect(read(apart), `${kind}, ${other}`).toMatchObject({ entries: [{ text: 'A' }, { text: 'B' }], gone: 1 })
        expect(read(kinds(kind, other) + signed), `${kind}, ${other}`).toMatchObject({ entries: [{}, {}], gone: 1 })
      }
    const free = `Date;Libellé;Montant;Opération
20/11/2026;VIR;12,00;remboursement Mme Petit
20/11/2026;VIR;5,00;couronnes de novembre
21/11/2026;FRAIS;-3,00;`
    expect(read(free)).toMatchObject({ entries: [{}, {}], gone: 1 })
  })

  it('is refused where nothing but the name of a direct debit may say which way it went; a credit transfer has none', () => {
    for (const kind of ['Prélèvement émis', 'Prélèvements SEPA reçus', 'SEPA Direct Debit'])
      for (const other of ['Virement reçu', 'SEPA Credit Transfer', 'Chèque'])
        expect(faultOf(kinds(kind, other)), `${kind}, ${other}`).toBe('bank_file_direction_unknown')
    expect(read(kinds('SEPA Credit Transfer', 'Chèque')).entries).toHaveLength(2)
    expect(read(kinds('Credit transfer sent', 'Credit transfer received'))).toMatchObject({ entries: [{}], gone: 1 })
  })

  it('has no kinds in an operation of which there are more than any bank has: those words are a payer’s', () => {
    const table = (said: readonly string[]) =>
      `Date;Libellé;Montant;Opération\n${said.map(each => `20/11/2026;VIR;12,00;${each}`).join('\n')}`
    const months = Array.from({ length: 20 }, (_, month) => `couronnes du mois ${String.fromCharCode(97 + month)}`)
    expect(read(table([...months, 'remboursement'])).entries).toHaveLength(21)
    const numbered = Array.from({ length: 20 }, (_, index) => `Chèque ${index}`)
    expect(faultOf(table([...numbered, 'Virement émis 7']))).toBe('bank_file_direction_unknown')
  })

  it('is left without what went where a text or a payer’s column says nothing but directions', () => {
    for (const [text, said] of [
      ['Libellé opération', 'Libellé du sens'],
      ['Libellé', 'Description type'],
      ['Libellé', 'Information (D/C)'],
      ['Libellé', 'Débiteur/Créditeur'],
    ] as const)
      for (const [out, into] of [
        ['Débit', 'Crédit'],
        ['D', 'C'],
        ['Débiteur', 'Créditeur'],
      ])
        expect(
          read(`Date;${text};${said};Montant
20/11/2026;LOYER FA-1;${out};120,00
20/11/2026;VIR FA-2;${into};80,00`),
          `${said} ${out}`,
        ).toMatchObject({ entries: [{ amountCents: 8_000 }], gone: 1 })
    for (const said of ['Libellé du sens', 'Information (D/C)', 'Débiteur/Créditeur'])
      expect(read(`Date;Libellé;${said};Montant\n20/11/2026;LOYER;Débit;120,00`), said).toMatchObject({
        entries: [],
        gone: 1,
      })
    const named = 'Date;Libellé;Débiteur/Créditeur;Montant\n20/11/2026;VIR;Débit;12,00\n20/11/2026;VIR;M. Petit;5,00'
    expect(read(named).entries).toHaveLength(2)
  })

  it('asks no direction of the words that a payer has written', () => {
    for (const said of ['sent', 'Virement émis', 'débit', 'OUT'])
      for (const heading of ['Libellé', 'Motif', 'Communication'])
        expect(read(`Date;${heading};Montant\n20/11/2026;${said};12,00`), said).toMatchObject({
          entries: [{ text: said }],
          gone: 0,
        })
    expect(read('Date;Libellé;Montant;Nom\n20/11/2026;VIR;12,00;Sent')).toMatchObject({ entries: [{}], gone: 0 })
  })

  it('with two columns of amounts takes the one of what came, whichever stands first', () => {
    for (const heads of [
      'Montant débit;Montant crédit',
      'Debit amount;Credit amount',
      'Money out;Money in',
      'Sortie;Entrée',
    ])
      expect(read(`Date;Libellé;${heads}\n20/11/2026;LOYER;1500,00;\n20/11/2026;VIR;;12,00`), heads).toMatchObject({
        entries: [{ text: 'VIR', amountCents: 1_200 }],
        gone: 1,
      })
  })

  it('whose column of the direction says what nobody understands is refused, a column of something else is not', () => {
    const table = (heading: string, ...words: string[]) =>
      `Date;Libellé;Montant;${heading}\n${words.map(word => `20/11/2026;VIR;12,00;${word}`).join('\n')}`
    for (const [heading, ...words] of [
      ['Sens', 'X', 'Y'],
      ['Sens', 'C', ''],
      ['Débit/Crédit', '1', '2'],
      ['Type', 'Débit', 'Crédit', 'Frais'],
    ] as const)
      expect(faultOf(table(heading, ...words)), `${heading} ${words}`).toBe('bank_file_direction_unknown')
    expect(read(table('Type', 'VIR', 'CHQ', '')).entries).toHaveLength(3)
    expect(read(table('Pointage', '-', '-')).entries).toHaveLength(2)
    const signed = 'Date;Libellé;Montant;Type\n20/11/2026;VIR;12,00;Credit\n20/11/2026;X;-1,00;Frais'
    expect(read(signed)).toMatchObject({ entries: [{ text: 'VIR' }], gone: 1 })
    expect(read('Date;Libellé;Montant;Sens\n20/11/2026;X;-1,00;')).toMatchObject({ entries: [], gone: 1 })
    expect(read('Date;Libellé;Crédit/Débit\n20/11/2026;VIR;12,00\n20/11/2026;X;-1,00')).toMatchObject({
      entries: [{ text: 'VIR' }],
      gone: 1,
    })
  })

  it('is read in UTF-8 with or without its mark, in Windows’ Latin letters, and as Excel saves Unicode', () => {
    const table = 'Date;Libellé;Crédit\n20/11/2026;Prothèses Œuvre;12,00'
    const latin = Uint8Array.from(table, letter => (letter === 'Œ' ? 0x8c : letter.charCodeAt(0)))
    for (const bytes of [
      Buffer.from(table),
      Buffer.from(`\uFEFF${table}`),
      latin,
      Buffer.from(`\uFEFF${table}`, 'utf16le'),
    ])
      expect(readBankFile(bytes).entries).toMatchObject([{ text: 'Prothèses Œuvre', amountCents: 1_200 }])
  })

  it('has its columns near its beginning, and no more of them and of lines than an account has', () => {
    const table = 'Date;Libellé;Crédit\n20/11/2026;VIR;1,00'
    expect(read(`${'Compte;1\n'.repeat(49)}${table}`).entries).toHaveLength(1)
    expect(faultOf(`${'Compte;1\n'.repeat(50)}${table}`)).toBe('bank_file_unknown')
    expect(faultOf(`${'x;'.repeat(100)}${table}`)).toBe('bank_file_unknown')
    expect(faultOf(`${table}\n${'x\n'.repeat(20_000)}`)).toBe('bank_file_too_long')
    expect(faultOf(`${table}\n${'x'.repeat(20_010)}`)).toBe('bank_file_unreadable')
    expect(read(`Date;Libellé;Crédit\n20/11/2026;${'x'.repeat(5_000)};1,00`).entries[0]?.text).toHaveLength(500)
  })

  it('that is none is refused', () => {
    expect(faultOf('')).toBe('bank_file_unknown')
    expect(faultOf('bonjour')).toBe('bank_file_unknown')
    expect(faultOf(Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 1, 2, 0xff]))).toBe('bank_file_unreadable')
  })

  it('says its amounts to the cent, or none', () => {
    const right = {
      '1 234,56': 123_456,
      '-0,05': -5,
      '12': 1_200,
      '1.234': 123_400,
      '7,5': 750,
      '1,234,567.89': 123_456_789,
    }
    for (const [text, cents] of Object.entries(right)) expect(centsOf(text), text).toBe(cents)
    for (const text of ['', 'abc', '1,2,3', '1e3', '12,345,6', '--3', '1.23.4'])
      expect(centsOf(text), text).toBeUndefined()
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), cents => {
        const written = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 2 }).format(cents / 100)
        expect(centsOf(written.replace('−', '-'))).toBe(cents)
      }),
    )
  })

  it('whatever it is given, it answers or refuses', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), bytes => typeof faultOf(bytes) === 'string'))
    fc.assert(
      fc.property(
        fc.string().map(text => `Date;Libellé;Crédit\n${text}`),
        text => typeof faultOf(text) === 'string',
      ),
    )
  })
})

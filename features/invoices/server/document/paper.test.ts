import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { breachesOf } from '#test/en16931.ts'
import {
  anyInvoice,
  documentLine,
  invoiceDocument,
  receiptDocument,
  statementDocument,
  taxed,
} from '#test/invoice-documents.ts'
import { readPdf } from '#test/pdf.ts'
import { archiveBreaches, readArchive } from '#test/pdf-archive.ts'
import { type InvoiceDocument, usualMentions } from '../../document.ts'
import { ciiOf } from './cii.ts'
import { drawPaperInTurn } from './drawing.ts'
import { drawPaper, type Paper } from './paper.ts'

const drawn = (values: Partial<InvoiceDocument> = {}) =>
  drawPaper({ type: 'invoice', document: invoiceDocument(values) })

/** Not part of any npm package; without it, the other tests still read every word and every object. */
const hasQpdf = spawnSync('qpdf', ['--version']).status === 0

const mixed: Partial<InvoiceDocument> = {
  lines: [
    documentLine({
      quantity: 2,
      discount: { share: 1_000 },
      case: { code: 'T-26-1187', patientCode: 'P-0412', practiceReference: 'LOG-7781' },
    }),
    documentLine({ label: 'Gouttière occlusale', unitPriceCents: 8_995, vat: taxed, case: null }),
  ],
  prepaidCents: 5_000,
  orderReference: 'CMD-889',
}

const papers: [string, Paper][] = [
  ['an invoice', { type: 'invoice', document: invoiceDocument(mixed) }],
  [
    'a credit note',
    {
      type: 'invoice',
      document: invoiceDocument({
        kind: 'credit_note',
        number: 'AV-7',
        corrects: [{ number: 'FA-2026-000100', issuedOn: '2026-10-31' }],
      }),
    },
  ],
  ['a pro forma', { type: 'invoice', document: invoiceDocument({ kind: 'pro_forma', number: 'PF-1' }) }],
  ['a receipt', { type: 'receipt', document: receiptDocument() }],
  ['a statement', { type: 'statement', document: statementDocument() }],
]

describe.each(papers)('%s', (_, paper) => {
  it('is a PDF/A-3 that reads the same in ten years', async () => {
    const bytes = await drawPaper(paper)
    expect(archiveBreaches(await readArchive(bytes))).toEqual([])
    const { isTagged, language, title } = await readPdf(bytes)
    expect({ isTagged, language }).toEqual({ isTagged: true, language: 'fr' })
    expect(title).toContain('Laboratoire Émail')
  })

  it('is the same bytes each time, drawn here or beside the event loop', async () => {
    const [one, other, beside] = [
      await drawPaper(paper),
      await drawPaper(paper),
      await drawPaperInTurn({ tenant: 'laboratory' }, paper),
    ]
    expect(Buffer.from(one).equals(other)).toBe(true)
    expect(Buffer.from(one).equals(beside)).toBe(true)
  })

  it.runIf(hasQpdf)('is a PDF that qpdf has nothing to say about', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paper-'))
    try {
      writeFileSync(join(folder, 'paper.pdf'), await drawPaper(paper))
      expect(execFileSync('qpdf', ['--check', join(folder, 'paper.pdf')], { encoding: 'utf8' })).toContain('No syntax')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

/** Bytes of a valid paper, corrupted without moving any: a check that finds nothing here checks nothing. */
it.each<[string, string | RegExp, string]>([
  ['6.1.2 header', '%PDF-1.7', '%PDF-2.7'],
  ['6.1.3 file identifier', '/ID [<', '/IX [<'],
  ['6.1.3 no encryption', '/Producer', '/Encrypt '],
  ['6.1.7 lengths', /\/Length \d/, '/Length 9'],
  ['6.2.2 resources', '/Resources', '/ResourceX'],
  ['6.2.3 output intent', '/GTS_PDFA1', '/GTS_PDFX1'],
  ['6.2.11.3 composite fonts', '/CIDToGIDMap', '/CIDToGIDMax'],
  ['6.2.11.4.1 fonts inside', '/FontFile2', '/FontFileX'],
  ['6.2.11.5 widths', /(?<=\/W \[0 \[\d+ )\d/, '9'],
  ['6.2.11.7 text', '/ToUnicode', '/ToUnicodX'],
  ['6.6.2.3 title', 'xml:lang="x-default"', 'xml:lang="y-default"'],
  ['6.6.2.3.1 words that are known', '<xmp:CreateDate>', '<xmq:CreateDate>'],
  ['6.6.2.3.3 or explained', '<pdfaProperty:name>Version', '<pdfaProperty:name>Wersion'],
  ['6.6.4 identification', '<pdfaid:part>3', '<pdfaid:part>2'],
  ['6.7 language', '/Lang (', '/Lanx ('],
  ['6.8 embedded files', '/ModDate', '/ModDatX'],
  ['6.8 file specifications', '/AFRelationship', '/AFRelationshiX'],
  ['6.8 associated', '/AF [', '/AX ['],
])('the tests notice a breach of %s', async (rule, sound, broken) => {
  const raw = Buffer.from(await drawn(mixed)).toString('latin1')
  expect(raw.search(typeof sound === 'string' ? sound.replace(/[[\]().|/]/g, '\\$&') : sound)).toBeGreaterThan(-1)
  const spoilt = await readArchive(Buffer.from(raw.replace(sound, broken), 'latin1'))
  expect(archiveBreaches(spoilt)).toContain(rule)
})

describe('the invoice for machines', () => {
  it.each(['invoice', 'credit_note'] as const)('is inside each %s', async kind => {
    const corrects = kind === 'credit_note' ? [{ number: 'FA-2026-000100', issuedOn: '2026-10-31' }] : []
    const document = invoiceDocument({ ...mixed, corrects })
    const { attachments, xmp, dictionaries } = await readArchive(
      await drawPaper({ type: 'invoice', document: { ...document, kind } }),
    )
    expect(attachments).toEqual([{ filename: 'factur-x.xml', text: ciiOf({ ...document, kind }) }])
    expect(dictionaries.filter(one => one.includes('/AFRelationship /Alternative'))).toHaveLength(1)
    for (const said of [
      '<fx:DocumentType>INVOICE</fx:DocumentType>',
      '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
      '<fx:Version>1.0</fx:Version>',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
      '<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>',
    ])
      expect(xmp).toContain(said)
  })

  it.each(papers.slice(2))('is not inside %s, which is no tax document', async (_, paper) => {
    const { attachments, xmp } = await readArchive(await drawPaper(paper))
    expect(attachments).toEqual([])
    expect(xmp).not.toContain('factur-x')
  })
})

describe('what stands on paper', () => {
  it('in French', async () => {
    const { pages, text, parts } = await readPdf(await drawn(mixed))
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('Page 1 sur 1')
    for (const words of [
      'FA-2026-000123',
      'Cabinet des Lilas',
      'SIREN 404833048',
      'TVA FR44732829320',
      'CMD-889',
      'Livraison de biens',
      'Travail T-26-1187 · patient P-0412 · votre référence LOG-7781',
      'exonéré',
      '10 %',
      '216,00',
      'TVA 20 % sur 89,95 €',
      '17,99 €',
      'Total TTC',
      '323,94 €',
      '−50,00 €',
      'Net à payer',
      '273,94 €',
      'au plus tard le 30 déc. 2026',
      'FR76 3000 6000 0112 3456 7890 189',
      'Exonération de TVA, art. 261, 4, 1° du CGI.',
      'Pas d’escompte pour paiement anticipé.',
      'trois fois le taux d’intérêt légal',
      '40 €',
    ])
      expect(text).toContain(words)
    expect(pages[0]).toContain('SAS au capital de 10 000 €, RCS Lyon 732 829 320')
    const tagged = (tag: string) => parts.filter(part => part.tag === tag).map(part => part.text)
    expect(tagged('H1')).toEqual(['Facture'])
    expect(tagged('TH')).toEqual(['Réf.', 'Désignation', 'Qté', 'Prix unitaire HT', 'Remise', 'TVA', 'Montant HT'])
  })

  it('at its foot the whole of what the law wants of a company, in as many lines as that takes', async () => {
    const usual = invoiceDocument()
    const legalForm = 'Société par actions simplifiée au capital de 10 000 €, '.repeat(8)
    const { pages } = await readPdf(await drawn({ ...usual, seller: { ...usual.seller, legalForm } }))
    for (const page of pages) {
      const said = page.replaceAll('\n', ' ').replaceAll(/ +/g, ' ')
      expect(said).toContain(`${usual.seller.name} · ${legalForm}`.trim())
      expect(said).toMatch(/SIREN \d{9} · TVA FR\d{11}.*Page \d sur \d/)
    }
  })

  it('in English', async () => {
    const { text, language } = await readPdf(await drawn({ ...mixed, language: 'en', mentions: usualMentions('en') }))
    expect(language).toBe('en')
    for (const words of [
      'Invoice',
      'Case T-26-1187 · patient P-0412',
      'VAT 20% on €89.95',
      'Amount due',
      '€273.94',
      'by 30 Dec 2026',
    ])
      expect(text).toContain(words)
  })

  it('of an address abroad in which country it is', async () => {
    const { buyer } = invoiceDocument()
    for (const [language, country] of [
      ['fr', 'Belgique'],
      ['en', 'Belgium'],
    ] as const) {
      const address = { ...buyer.address, countryCode: 'BE' }
      expect((await readPdf(await drawn({ language, buyer: { ...buyer, address } }))).text).toContain(country)
    }
    expect((await readPdf(await drawn())).text).not.toContain('France')
  })

  it('of a pro forma that it is no invoice, and nothing of how to pay', async () => {
    const { text } = await readPdf(await drawn({ kind: 'pro_forma' }))
    expect(text).toContain('Ce document n’est pas une facture.')
    expect(text).not.toContain('IBAN')
  })

  it('of a credit note what it takes back', async () => {
    const { text } = await readPdf(
      await drawn({ kind: 'credit_note', corrects: [{ number: 'FA-2026-000100', issuedOn: '2026-10-31' }] }),
    )
    expect(text).toContain('Cet avoir porte sur : FA-2026-000100 du 31 oct. 2026.')
    expect(text).toContain('À votre crédit')
    expect(text).not.toContain('IBAN')
  })

  it('over several pages, with what came before and what goes on', async () => {
    const lines = Array.from({ length: 80 }, (_, index) =>
      documentLine({
        label: `Produit ${index + 1}.`,
        case: { code: `T-${index >> 1}`, patientCode: 'P-1', practiceReference: null },
      }),
    )
    const { pages, text, parts } = await readPdf(await drawn({ lines }))
    expect(pages.length).toBeGreaterThan(2)
    const carried = (page: string, label: string) =>
      new RegExp(`^${label}\\s+(\\d[\\d ]*,\\d\\d)\\s`, 'm').exec(page)?.[1]
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} sur ${pages.length}`)
      if (index > 0) expect(page).toContain('FA-2026-000123 · Cabinet des Lilas')
      const before = pages[index - 1]
      if (before && carried(before, 'À reporter')) expect(carried(page, 'Report')).toBe(carried(before, 'À reporter'))
    }
    // The sum of all crowns of 120 € on the first page.
    const shown = pages[0]?.match(/Produit \d+/g) ?? []
    expect(carried(pages[0] ?? '', 'À reporter')?.replace(' ', '')).toBe(`${shown.length * 120},00`)
    for (let number = 1; number <= 80; number++) expect(text).toContain(`Produit ${number}.`)
    // Headings are read out once, and no page holds only the small print.
    expect(parts.filter(part => part.tag === 'TH')).toHaveLength(6)
    expect(pages.at(-1)).toContain('Net à payer')
  })

  it('of a receipt what the money was for and what is left of it', async () => {
    const { text } = await readPdf(await drawPaper({ type: 'receipt', document: receiptDocument() }))
    for (const words of [
      'Reçu de paiement',
      'Nous avons reçu 500,00 € le 15 déc. 2026.',
      'Carte bancaire',
      'FA-2026-000123',
      '626,92',
      '450,00',
      '176,92',
      '50,00 € de ce paiement restent à votre crédit.',
    ])
      expect(text).toContain(words)
  })

  it('of a statement a balance after each line', async () => {
    const { parts, text } = await readPdf(await drawPaper({ type: 'statement', document: statementDocument() }))
    const cells = parts.filter(part => part.tag === 'TD').map(part => part.text)
    expect(cells).toEqual(
      expect.arrayContaining(['Solde initial', '100,00', 'Facture', '726,92', 'Paiement', '500,00', '226,92']),
    )
    expect(text).toContain('226,92 € restent à régler.')
    expect(text).toContain('IBAN')
  })
})

describe('the look', () => {
  const logoOf = (channels: 3 | 4) =>
    sharp({ create: { width: 300, height: 80, channels, background: { r: 15, g: 118, b: 110, alpha: 0.5 } } })

  it.each([
    ['a transparent PNG', () => logoOf(4).png().toBuffer()],
    ['a WebP', () => logoOf(4).webp().toBuffer()],
    ['a JPEG', () => logoOf(3).jpeg().toBuffer()],
  ])('takes the logo from %s, without transparency', async (_, make) => {
    const archive = await readArchive(await drawn({ look: { color: '#0f766e', logo: await make() } }))
    expect(archive.dictionaries.filter(one => one.includes('/Subtype /Image'))).toHaveLength(1)
    expect(archiveBreaches(archive)).toEqual([])
  })

  it.each([
    ['no image', Buffer.from('not an image')],
    [
      'a drawing that could fetch',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    ],
  ])('is the name alone where the logo is %s', async (_, logo) => {
    const bytes = await drawn({ look: { color: '#ffff00', logo } })
    expect((await readArchive(bytes)).dictionaries.filter(one => one.includes('/Subtype /Image'))).toEqual([])
    expect((await readPdf(bytes)).text).toContain('Laboratoire Émail')
  })
})

it('a name with what is no letter leaves the description one that can be read', async () => {
  const { seller } = invoiceDocument({})
  const bytes = await drawn({ seller: { ...seller, name: 'Émail \uFFFE\uFFFF\uD800 &\u0001' } })
  expect(archiveBreaches(await readArchive(bytes))).toEqual([])
})

it('whatever is invoiced, to whomever, in whatever words is drawn, archived and invoiced alike', async () => {
  await fc.assert(
    fc.asyncProperty(anyInvoice({ maxLines: 6 }), async document => {
      const archive = await readArchive(await drawPaper({ type: 'invoice', document }))
      expect(archiveBreaches(archive)).toEqual([])
      expect(archive.attachments.map(({ text }) => breachesOf(text))).toEqual([[]])
    }),
    { numRuns: 4 },
  )
})

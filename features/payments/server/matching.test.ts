import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Awaited, matchEntries } from './matching.ts'

const awaited: Awaited[] = [
  { id: 'crown', reference: 'VIR-7K3QF9XM', amountCents: 14_900 },
  { id: 'bridge', reference: 'VIR-2HD84TPC', amountCents: 52_050 },
  { id: 'splint', reference: 'VIR-9WZN5R6E', amountCents: 14_900 },
]
const payer = ''
const matchOf = (text: string, amountCents: number) => matchEntries([{ text, payer, amountCents }], awaited)[0]

describe('an entry of the bank', () => {
  it('is surely the transfer whose reference and amount it has, however the bank writes them', () => {
    for (const text of [
      'VIR-7K3QF9XM',
      'VIR SEPA RECU /DE CABINET MARTIN /MOTIF VIR-7K3Q F9XM /REF NOTPROVIDED',
      'vir 7k3qf9xm merci',
      'facture couronnes VIR-7K3QF9\nXM',
    ])
      expect(matchOf(text, 14_900), text).toEqual({ kind: 'sure', awaited: 'crown', together: [] })
  })

  it('is doubtful with another amount', () => {
    expect(matchOf('VIR-7K3QF9XM', 10_000)).toEqual({
      kind: 'doubtful',
      candidates: [{ awaited: 'crown', together: [], doubt: 'other_amount' }],
    })
  })

  it('is doubtful with the reference misspelt: a letter wrong, left out, doubled, two swapped', () => {
    for (const text of ['VIR-7K3QF9XN', 'VIR-7K3QF9X', 'VIR-7KK3QF9XM', 'VIR-7K3Q9FXM', 'MERCI VIR-8K3QF9XN'])
      expect(matchOf(text, 14_900), text).toMatchObject({
        kind: 'doubtful',
        candidates: [
          { awaited: 'crown', together: [], doubt: 'reference_misspelt' },
          { awaited: 'splint', together: [], doubt: 'amount_only' },
        ],
      })
  })

  it('is doubtful with nothing but the amount, and shows whose it may be', () => {
    expect(matchOf('VIREMENT DE CABINET MARTIN', 14_900)).toEqual({
      kind: 'doubtful',
      candidates: [
        { awaited: 'crown', together: [], doubt: 'amount_only' },
        { awaited: 'splint', together: [], doubt: 'amount_only' },
      ],
    })
  })

  it('that names two transfers is for a person to divide', () => {
    expect(matchOf('VIR-7K3QF9XM VIR-2HD84TPC', 14_900)).toEqual({
      kind: 'doubtful',
      candidates: [
        { awaited: 'crown', together: [], doubt: 'several' },
        { awaited: 'bridge', together: [], doubt: 'other_amount' },
      ],
    })
  })

  const practice = { practiceId: 'lilas', practice: 'Cabinet des Lilas' }
  const owed: Awaited[] = [
    { id: 'june', reference: 'FA-2026-000014', amountCents: 14_066, ...practice },
    { id: 'july', reference: 'FA-2026-000017', amountCents: 6_000, ...practice },
    { id: 'other', reference: 'FA-2026-000018', amountCents: 500, practiceId: 'other', practice: 'Docteur Martin' },
  ]
  const pay = (text: string, amountCents: number, more: Awaited[] = []) =>
    matchEntries([{ text, payer, amountCents }], [...owed, ...more])[0]

  it('that names several invoices of a practice and is their sum surely pays them all', () => {
    for (const text of ['VIR FA-2026-000017 FA-2026-000014', 'FA 2026 000014 ET FA2026000017'])
      expect(pay(text, 20_066)).toMatchObject({ kind: 'sure', together: [expect.stringMatching(/june|july/)] })
    const twice = { text: 'FA-2026-000017 FA-2026-000014', payer, amountCents: 20_066 }
    for (const match of matchEntries([twice, twice], owed))
      expect(match).toMatchObject({
        kind: 'doubtful',
        candidates: [{ doubt: 'several', together: [expect.anything()] }],
      })
    expect(pay('IMPAYE FA-2026-000017 FA-2026-000014', 20_066)).toMatchObject({ candidates: [{ doubt: 'sent_back' }] })
  })

  it('that names several is never all of them with another sum, of two practices or with what was announced', () => {
    const announced = { id: 'crown', reference: 'RF12000000000001', amountCents: 100 }
    for (const [text, amount] of [
      ['FA-2026-000017 FA-2026-000014', 20_065],
      ['FA-2026-000017 FA-2026-000018', 6_500],
      ['FA-2026-000017 RF12000000000001', 6_100],
    ] as const) {
      const match = pay(text, amount, [announced])
      expect(match).toMatchObject({ kind: 'doubtful', candidates: [{ together: [] }, { together: [] }] })
    }
  })

  it('that names a practice and is all that it owes may be that, and is not sure', () => {
    expect(pay('VIR SEPA CABINET DES LILAS', 20_066)).toEqual({
      kind: 'doubtful',
      candidates: [{ awaited: 'june', together: ['july'], doubt: 'whole_account' }],
    })
    const fromPayer = matchEntries([{ text: 'VIREMENT', payer: 'Cabinet des Lilas', amountCents: 20_066 }], owed)
    expect(fromPayer).toMatchObject([{ candidates: [{ doubt: 'whole_account' }] }])
    expect(pay('VIR SEPA CABINET DES LILAS', 20_000)).toEqual({ kind: 'none' })
    expect(pay('VIR SEPA CABINET DES ROSES', 20_066)).toEqual({ kind: 'none' })
  })

  it('with the amount of a transfer or an invoice and the name of its practice says both, and stands before the amount alone', () => {
    const from: Awaited[] = [
      { id: 'lilas', reference: 'VIR-3AAAAAA3', amountCents: 500, practice: 'Centre dentaire du Canal' },
      ...owed,
    ]
    const matched = matchEntries([{ text: 'VIR CENTRE DENTAIRE DU CANAL', payer, amountCents: 500 }], from.toReversed())
    expect(matched).toEqual([
      {
        kind: 'doubtful',
        candidates: [
          { awaited: 'lilas', together: [], doubt: 'name_and_amount' },
          { awaited: 'other', together: [], doubt: 'amount_only' },
        ],
      },
    ])
    const [byPayer] = matchEntries([{ text: 'VIR', payer: 'DR MARTIN DOCTEUR MARTIN', amountCents: 500 }], owed)
    expect(byPayer).toMatchObject({ candidates: [{ awaited: 'other', doubt: 'name_and_amount' }] })
    expect(pay('REJET DOCTEUR MARTIN', 500)).toMatchObject({ kind: 'doubtful' })
  })

  const announced: Awaited[] = [
    {
      id: 'lilas',
      reference: 'RF12000000000001',
      amountCents: 902_300,
      practice: 'Cabinet des Lilas',
      pays: ['FA-2026-000011'],
    },
    { id: 'both', reference: 'RF12000000000002', amountCents: 7_000, pays: ['FA-2026-000021', 'FA-2026-000022'] },
  ]

  it('that quotes an invoice which an announced transfer of that amount pays is surely that transfer', () => {
    const sure = (id: string) => ({ kind: 'sure', awaited: id, together: [] })
    const lilas = 'VIR SEPA CABINET DES LILAS FA-2026-000011'
    expect(pay(lilas, 902_300, announced)).toEqual(sure('lilas'))
    expect(pay(`${lilas} RF12 0000 0000 0001`, 902_300, announced)).toEqual(sure('lilas'))
    expect(pay('FA-2026-000022', 7_000, announced)).toEqual(sure('both'))
    expect(pay('FA 2026 000021 ET 000022 FA-2026-000022', 7_000, announced)).toEqual(sure('both'))
    // The rest of that invoice is not announced: its amount tells it apart.
    const rest: Awaited = { id: 'rest', reference: 'FA-2026-000011', amountCents: 100, ...practice }
    expect(pay(lilas, 902_300, [...announced, rest])).toEqual(sure('lilas'))
    expect(pay(lilas, 100, [...announced, rest])).toEqual(sure('rest'))
  })

  it('that quotes such an invoice is not sure with another transfer or invoice beside it, another amount, or sent back', () => {
    const other = { id: 'other half', reference: 'RF12000000000003', amountCents: 902_300, pays: ['FA-2026-000011'] }
    const doubtsOf = (text: string, amount: number, more: Awaited[] = announced) => {
      const match = pay(text, amount, more)
      return match?.kind === 'doubtful' ? match.candidates.map(({ awaited, doubt }) => `${awaited} ${doubt}`) : match
    }
    expect(doubtsOf('FA-2026-000011', 902_300, [...announced, other])).toEqual(['lilas several', 'other half several'])
    const rest: Awaited = { id: 'rest', reference: 'FA-2026-000011', amountCents: 902_300, ...practice }
    expect(doubtsOf('FA-2026-000011', 902_300, [...announced, rest])).toEqual(['rest several', 'lilas several'])
    expect(doubtsOf('FA-2026-000011 FA-2026-000014', 902_300)).toEqual(['lilas several', 'june other_amount'])
    expect(doubtsOf('FA-2026-000011 FA-2026-000022', 902_300)).toEqual(['lilas several', 'both other_amount'])
    expect(doubtsOf('FA-2026-000011', 900_000)).toEqual(['lilas other_amount'])
    expect(doubtsOf('REJET FA-2026-000011', 902_300)).toEqual(['lilas sent_back'])
    const twice = { text: 'FA-2026-000011', payer, amountCents: 902_300 }
    for (const match of matchEntries([twice, twice], announced)) expect(match).toMatchObject({ kind: 'doubtful' })
  })

  it('that has come twice is sure neither time', () => {
    const entry = { text: 'VIR-7K3QF9XM', payer, amountCents: 14_900 }
    for (const match of matchEntries([entry, entry], awaited))
      expect(match).toEqual({ kind: 'doubtful', candidates: [{ awaited: 'crown', together: [], doubt: 'several' }] })
  })

  it('that speaks of a payment sent back is never sure, and says why', () => {
    for (const text of ['REJET PRLV', 'IMPAYÉ CHQ 12', 'Retour virement', 'RETURNED PAYMENT', 'Annulation'])
      expect(matchOf(`${text} VIR-7K3QF9XM`, 14_900), text).toEqual({
        kind: 'doubtful',
        candidates: [{ awaited: 'crown', together: [], doubt: 'sent_back' }],
      })
    for (const text of ['VIR RETOURNAC SARL VIR-7K3QF9XM', 'VIR IMPLANTO ANN REJOU VIR-7K3QF9XM'])
      expect(matchOf(text, 14_900), text).toMatchObject({ kind: 'sure' })
  })

  it('that speaks of it in a bank’s short words, or glued to something else, is not sure either', () => {
    for (const text of [
      'RJT VIR FA-2026-000014',
      'CHQ IMP FA-2026-000014',
      'REJ. PRLV FA-2026-000014',
      'RETOURNE_FA-2026-000014',
      'FA-2026-000014REJET',
      'REMBOURSEMENT FA-2026-000014',
      'REMBT CABINET LILAS FA-2026-000014',
      'Refund FA-2026-000014',
      'VIR RET FA-2026-000014',
    ])
      expect(pay(text, 14_066), text).toMatchObject({ kind: 'doubtful', candidates: [{ doubt: 'sent_back' }] })
  })

  it('with the reference of one and the amount of another is never the other’s', () => {
    expect(matchOf('VIR-2HD84TPC', 14_900)).toEqual({
      kind: 'doubtful',
      candidates: [{ awaited: 'bridge', together: [], doubt: 'other_amount' }],
    })
  })

  it('of anything else is nobody’s', () => {
    expect(matchOf('REMISE CARTES', 99_999)).toEqual({ kind: 'none' })
  })
})

describe('whatever a file holds', () => {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const reference = fc
    .array(fc.constantFrom(...letters), { minLength: 8, maxLength: 8 })
    .map(picked => `VIR-${picked.join('')}`)
  const amountCents = fc.integer({ min: 100, max: 105 })
  const someAwaited = fc
    .uniqueArray(fc.record({ reference, amountCents }), { maxLength: 8, selector: ({ reference }) => reference })
    .map(all => all.map((each, index) => ({ ...each, id: `t${index}` })))
  const file = someAwaited.chain(all =>
    fc.record({
      all: fc.constant(all),
      entries: fc.array(
        fc.record({
          text: fc.oneof(fc.string(), fc.constantFrom('', ...all.map(each => each.reference))),
          payer: fc.constant(''),
          amountCents,
        }),
        { maxLength: 12 },
      ),
    }),
  )

  it('sure is only the whole reference with the exact amount, and each transfer once', () => {
    fc.assert(
      fc.property(file, ({ all, entries }) => {
        const matches = matchEntries(entries, all)
        expect(matches).toHaveLength(entries.length)
        const taken = new Set<string>()
        for (const [index, match] of matches.entries()) {
          if (match.kind !== 'sure') continue
          const awaited = all.find(({ id }) => id === match.awaited)
          expect(awaited?.amountCents).toBe(entries[index]?.amountCents)
          const bare = (text = '') => text.toUpperCase().replace(/[^A-Z0-9]/g, '')
          expect(bare(entries[index]?.text.normalize('NFKD'))).toContain(bare(awaited?.reference))
          expect(taken).not.toContain(match.awaited)
          taken.add(match.awaited)
        }
      }),
    )
  })

  it('no transfer or invoice stands twice in one choice, whether by itself or with others', () => {
    const practices = ['Cabinet des Lilas', 'Lilas Dentaire', 'Cabinet des Lilas', 'Docteur Martin']
    const codes = ['FA-2026-000011', 'FA-2026-000012', 'FA-2026-000013', 'FA-2026-000021']
    const few = fc.integer({ min: 1, max: 4 }).map(times => times * 100)
    const invoice = fc.record({ reference: fc.constantFrom(...codes), amountCents: few, at: fc.nat({ max: 3 }) })
    const transfer = fc.record({ reference, amountCents: few, at: fc.nat({ max: 3 }), pays: fc.subarray(codes) })
    const some = fc.record({
      invoices: fc.uniqueArray(invoice, { selector: one => one.reference }),
      transfers: fc.uniqueArray(transfer, { selector: one => one.reference, maxLength: 4 }),
    })
    const text = (all: { reference: string }[]) =>
      fc
        .subarray([...practices, ...codes, 'FA-2026-000031', 'REJET', ...all.map(each => each.reference)])
        .map(words => words.join(' '))
    const given = some.chain(({ invoices, transfers }) =>
      fc.record({
        all: fc.constant([
          ...transfers.map(({ at, ...each }, index) => ({ ...each, id: `t${index}`, practice: practices[at] ?? '' })),
          ...invoices.map(({ at, ...each }, index) => ({
            ...each,
            ...{ id: `i${index}`, practiceId: `p${at}`, practice: practices[at] ?? '' },
          })),
        ]),
        entries: fc.array(
          fc.record({
            text: text([...invoices, ...transfers]),
            payer: fc.constantFrom('', ...practices),
            amountCents: few,
          }),
          { maxLength: 4 },
        ),
      }),
    )
    fc.assert(
      fc.property(given, ({ all, entries }) => {
        for (const match of matchEntries(entries, all)) {
          if (match.kind !== 'doubtful') continue
          const ids = match.candidates.flatMap(({ awaited, together }) => [awaited, ...together])
          expect(ids).toEqual([...new Set(ids)])
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('hundreds of entries that may each be any of a thousand transfers take no longer than a person waits', () => {
    const all = Array.from({ length: 1_000 }, (_, index) => ({
      id: `t${index}`,
      reference: `RF${String(index).padStart(16, '0')}`,
      amountCents: 100,
    }))
    const text = `${'letters '.repeat(60)} ${all[999]?.reference}`
    const entries = Array.from({ length: 200 }, (_, index) => ({
      text: index === 0 ? text : 'letters '.repeat(60),
      payer,
      amountCents: 100,
    }))
    const begun = performance.now()
    const [named, other] = matchEntries(entries, all)
    // Compared one by one they take about half a minute, and larger files an hour.
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(named).toEqual({ kind: 'sure', awaited: 't999', together: [] })
    expect(other).toMatchObject({ kind: 'doubtful', candidates: [{ doubt: 'amount_only' }, {}, {}, {}, {}] })
  })

  it('a file of entries with one amount is compared with the names of many practices in a moment', () => {
    const names = Array.from(
      { length: 15_000 },
      (_, index) => `Cabinet dentaire numéro ${String(index).padStart(5, '0')}`,
    )
    const all = names.flatMap((practice, index) =>
      [1, 2].map(piece => ({
        id: `${index}/${piece}`,
        reference: `FA-${piece}${String(index).padStart(6, '0')}`,
        amountCents: 5_000 * piece,
        practiceId: practice,
        practice,
      })),
    )
    const entries = Array.from({ length: 5_000 }, (_, index) => ({
      text: `VIREMENT SEPA DE ${'Cabinet dentaire '.repeat(10)} ${names[14_000 + (index % 1_000)]}`,
      payer,
      amountCents: index % 2 === 0 ? 10_000 : 15_000,
    }))
    // CPU time, so that the machine's other work does not count.
    const begun = process.threadCpuUsage()
    const [single, account] = matchEntries(entries, all)
    const { user, system } = process.threadCpuUsage(begun)
    // Searching each name in each text takes about ten seconds.
    expect((user + system) / 1_000).toBeLessThan(5_000)
    expect(single).toMatchObject({ candidates: [{ awaited: '14000/2', doubt: 'name_and_amount' }, {}, {}, {}, {}] })
    expect(account).toMatchObject({
      candidates: [{ awaited: '14001/1', together: ['14001/2'], doubt: 'whole_account' }],
    })
  })

  it('the order of lines changes nothing', () => {
    fc.assert(
      fc.property(file, ({ all, entries }) => {
        const forth = matchEntries(entries, all)
        expect(matchEntries(entries.toReversed(), all).toReversed()).toEqual(forth)
      }),
    )
  })
})

describe('a number that the laboratory’s own software has given', () => {
  const alpha = (reference: string): Awaited => ({
    id: reference,
    reference,
    amountCents: 30_000,
    practiceId: 'alpha',
    practice: 'Cabinet Alpha',
  })
  const matched = (text: string, ...numbers: string[]) =>
    matchEntries([{ text, payer: '', amountCents: 30_000 }], numbers.map(alpha))[0]

  it('is surely meant where it stands by itself, however it is parted', () => {
    for (const text of ['VIR F2026/11-0012', 'F2026 11 0012 merci', 'F2026110012'])
      expect(matched(text, 'F2026/11-0012'), text).toMatchObject({ kind: 'sure', awaited: 'F2026/11-0012' })
  })

  it('is not found within another number, a date or a word', () => {
    expect(matched('VIR SEPA CABINET BETA 21042026 MERCI', '1042')).toMatchObject({ kind: 'doubtful' })
    expect(matched('VIR F2026-12', 'F2026-1')).toMatchObject({ kind: 'doubtful' })
    expect(matched('VIR F2026-12', 'F2026-1', 'F2026-12')).toMatchObject({ kind: 'sure', awaited: 'F2026-12' })
  })

  it('is nothing to go by where it is short, also beside another reference', () => {
    const only = (doubt: string) => ({ kind: 'doubtful', candidates: [{ doubt }] })
    expect(matched('VIR DU 15/11/2026', '15112026')).toMatchObject(only('amount_only'))
    expect(matched('VIR 21042', '1042')).toMatchObject(only('amount_only'))
    // No misspelling is assumed, and nothing but digits counts.
    expect(matched('VIR 1042', '1042')).toMatchObject(only('figures_only'))
    expect(matched('VIR 2026110012', '2026110012')).toMatchObject(only('figures_only'))
    expect(matched('VIR 2026110013', '2026110012')).toMatchObject(only('amount_only'))
    const transfer: Awaited = { id: 'announced', reference: 'RF18539007547034', amountCents: 30_000 }
    expect(
      matchEntries([{ text: 'RF18 5390 0754 7034', payer: '', amountCents: 30_000 }], [transfer, alpha('75')])[0],
    ).toMatchObject({ kind: 'sure', awaited: 'announced' })
  })
})

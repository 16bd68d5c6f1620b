import { dayInZone, formatTime } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { formatMoney } from '#kit/money.ts'
import { csvDay, csvLine, csvMark } from '#kit/server/csv.ts'
import { mostExported } from '../contract.ts'
import { en } from '../text/staff-en.ts'
import { fr } from '../text/staff-fr.ts'
import type { FoundLine } from './lines-sql.ts'

const words = {
  fr: {
    name: 'journal',
    heads: ['Jour', 'Heure', 'Qui', 'Cabinet', 'Quoi', 'À propos de', 'Adresse refusée', 'Référence', 'Ligne'],
    kinds: fr.kinds,
    priceChange: fr.priceChange,
  },
  en: {
    name: 'audit',
    heads: ['Day', 'Time', 'Who', 'Practice', 'What', 'About', 'Address refused', 'Reference', 'Line'],
    kinds: en.kinds,
    priceChange: en.priceChange,
  },
} as const

export const auditCsvName = (language: Language) => `${words[language].name}.csv`

/** Lines per read, which bounds memory however long the record is. */
const pageSize = 1_000

type Reading = {
  language: Language
  timeZone: string
  read: (most: number, before: string | undefined) => Promise<readonly FoundLine[]>
}

/** Streamed, because it may be long. */
export async function* auditCsv({ language, timeZone, read }: Reading): AsyncGenerator<Uint8Array> {
  const { heads, kinds, priceChange } = words[language]
  const money = (cents: number | null) => (cents === null ? null : formatMoney(cents, language))
  const bytes = new TextEncoder()
  yield bytes.encode(`${csvMark}${csvLine(heads)}`)
  let before: string | undefined
  for (let left = mostExported; left > 0; left -= pageSize) {
    const lines = await read(Math.min(pageSize, left), before)
    const table = lines.map(({ id, at, who, kind, about, prices, route, requestId }) =>
      csvLine([
        csvDay(dayInZone(at, timeZone)),
        formatTime(at, 'fr', timeZone),
        who?.name ?? '',
        who?.practice ?? '',
        kinds[kind],
        [
          ...about.map(({ name }) => name),
          ...prices.map(({ label, fromCents, cents }) =>
            priceChange(label, money(fromCents), formatMoney(cents, language)),
          ),
        ].join(', '),
        // For refusals only: a view's kind already says it.
        kind === 'access_refused' || kind === 'not_found_refused' ? (route ?? '') : '',
        requestId,
        id,
      ]),
    )
    if (table.length > 0) yield bytes.encode(table.join(''))
    before = lines.at(-1)?.id
    if (lines.length < pageSize) return
  }
}

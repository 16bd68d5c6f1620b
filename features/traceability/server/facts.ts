import { dayInZone, formatTime } from '#kit/day.ts'
import type { SignedIn } from '#tenancy/server/actor.ts'
import { listSites } from './bench-sql.ts'
import type { TraceabilitySheet } from './sheet.ts'
import { findOrderParties, findStatement, listMaterials, listTracedProducts } from './sql.ts'
import { statementContent } from './statement-content.ts'
import { readStatement } from './stored-statement.ts'

type Facts = Awaited<ReturnType<typeof factsOf>>
type FactsOfOrder = Facts & { order: NonNullable<Facts['order']> }

/** Everything a sheet is made of; without the order the rest is empty too. */
export async function factsOf(reader: SignedIn, asked: { id: string }) {
  const [[order], products, materials, sites, [statement]] = await Promise.all([
    findOrderParties(reader, asked),
    listTracedProducts(reader, asked),
    listMaterials(reader, asked),
    listSites(reader, asked.id),
    findStatement(reader, asked),
  ])
  return { order, products, materials, sites, statement }
}

/** The sheet to draw: a signed statement stays as signed, whatever has changed in the case since. */
export function sheetOf(
  { language, timeZone }: Pick<SignedIn, 'language' | 'timeZone'>,
  { order, statement, ...facts }: FactsOfOrder,
): TraceabilitySheet {
  const now = new Date()
  return {
    content: statement ? readStatement(statement) : statementContent({ order, ...facts }, timeZone),
    language,
    color: order.primary_color,
    at: statement ? new Date(statement.signed_at) : now,
    status: order.status,
    practiceReference: order.practice_reference,
    signature: statement
      ? {
          number: statement.number,
          version: statement.version,
          name: statement.signed_by_name,
          on: dayInZone(statement.signed_at, timeZone),
          keptUntil: statement.kept_until,
        }
      : null,
    seen: { on: dayInZone(now, timeZone), time: formatTime(now, language, timeZone) },
  }
}

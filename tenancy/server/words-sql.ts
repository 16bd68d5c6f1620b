import { type Expression, sql } from 'kysely'
import type { DB } from '#db/schema.ts'
import type { Language } from '#kit/language.ts'

/** Columns that exist in both languages, by their common name: `orders.summary` for `summary_fr` and `summary_en`. */
type InBoth<Table extends keyof DB & string, Column = keyof DB[Table]> = Column extends `${infer Name}_fr`
  ? `${Table}.${Name}`
  : never
type Worded = { [Table in keyof DB & string]: InBoth<Table> }[keyof DB & string]

/** The column in the reader's language. */
export const inLanguage = (language: Expression<Language> | Language, column: Worded) =>
  sql<string>`case ${language}::text when 'fr' then ${sql.ref(`${column}_fr`)} else ${sql.ref(`${column}_en`)} end`

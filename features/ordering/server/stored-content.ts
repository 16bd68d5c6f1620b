import * as v from 'valibot'
import { cutTo } from '#kit/server/cut.ts'
import { DraftContent, DraftProduct, TemplateContent } from '../draft-contract.ts'

/**
 * The version in which drafts and templates are written. Increase it with each change of their shape, and let `toNext`
 * convert from the previous one.
 */
export const contentVersion = 3

type Stored = { content: unknown; content_version: number }
type Fields = Record<string, unknown>

/** Conversions from each version to the next. */
const toNext: Readonly<Record<number, (content: Fields) => Fields>> = {
  // Had no prescriber: the user chooses one when resuming.
  1: content => content,
  // Had no scans other than those that come with the case.
  2: content => content,
}

export const readDraft = (stored: Stored) => read(DraftContent, stored)
export const readTemplate = (stored: Stored) => read(TemplateContent, stored)

/**
 * Stored content in today's shape; undefined where a newer release wrote it. Unreadable fields are dropped: keeping the
 * rest of what was typed is worth more than a refusal.
 */
function read<S extends typeof DraftContent | typeof TemplateContent>(
  schema: S,
  { content, content_version }: Stored,
): v.InferOutput<S> | undefined {
  if (content_version > contentVersion) return undefined
  let present = fieldsOf(content)
  for (let version = content_version; version < contentVersion; version++)
    present = toNext[version]?.(present) ?? present
  const { products } = present
  const readable = Array.isArray(products) ? products.map(one => readableFields(DraftProduct.entries, one)) : []
  const whole = readable.filter(one => v.is(DraftProduct, one))
  return cutTo(
    schema,
    readableFields(schema.entries, { ...present, ...(products !== undefined && { products: whole }) }),
  )
}

const fieldsOf = (value: unknown): Fields => ({ ...(typeof value === 'object' ? value : undefined) })

function readableFields(entries: v.ObjectEntries, stored: unknown): Fields {
  const fields = fieldsOf(stored)
  return Object.fromEntries(
    Object.entries(entries).flatMap(([key, schema]) => {
      if (!(key in fields)) return []
      try {
        return [[key, cutTo(schema, fields[key])]]
      } catch {
        return []
      }
    }),
  )
}

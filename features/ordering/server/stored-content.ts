import * as v from 'valibot'
import { cutTo } from '#kit/server/cut.ts'
import { DraftContent, DraftProduct, TemplateContent } from '../draft-contract.ts'

/**
 * In which drafts and templates are written. Goes up with each change of their shape, and `toNext` learns how to bring what
 * was written until then to it.
 */
export const contentVersion = 3

type Stored = { content: unknown; content_version: number }
type Fields = Record<string, unknown>

/** From each version to the next. */
const toNext: Readonly<Record<number, (content: Fields) => Fields>> = {
  // Knew no prescriber: whoever takes it up says who prescribes.
  1: content => content,
  // Knew no scan but those that come with the case.
  2: content => content,
}

export const readDraft = (stored: Stored) => read(DraftContent, stored)
export const readTemplate = (stored: Stored) => read(TemplateContent, stored)

/**
 * What was begun, as the contract of today has it; nothing where a newer release has written it. A field that can no longer
 * be read is left out: the rest of what somebody has typed is worth more than a refusal.
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

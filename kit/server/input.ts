import * as v from 'valibot'
import type { Endpoint } from '#kit/contract.ts'
import { inputErrors } from '#kit/input.ts'
import { type InputError, Problem, problem } from '#kit/problem.ts'

function checked<S extends v.GenericSchema>(schema: S, value: unknown, prefix: string): v.InferOutput<S> {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  throw problem('input_invalid', { errors: inputErrors(result.issues, prefix) })
}

const isArraySchema = (schema: unknown): boolean => {
  if (typeof schema !== 'object' || schema === null || !('type' in schema)) return false
  if (schema.type === 'array') return true
  if ('wrapped' in schema) return isArraySchema(schema.wrapped)
  if ('pipe' in schema && Array.isArray(schema.pipe)) return isArraySchema({ ...schema.pipe[0], pipe: undefined })
  return false
}

/** Repeated keys are lists where the contract says list, and refused elsewhere: `?page=1&page=2` has no meaning. */
export function readQuery(schema: NonNullable<Endpoint['query']>, search: URLSearchParams): unknown {
  const entries: Record<string, unknown> = 'entries' in schema ? (schema.entries as Record<string, unknown>) : {}
  const values: Record<string, unknown> = Object.create(null)
  const errors: InputError[] = []
  for (const key of new Set(search.keys())) {
    const all = search.getAll(key)
    if (all.some(value => value.includes('\0'))) errors.push({ path: `query.${key}`, code: 'not_text' })
    else if (isArraySchema(entries[key])) values[key] = all
    else if (all.length > 1) errors.push({ path: `query.${key}`, code: 'repeated' })
    else values[key] = all[0]
  }
  if (errors.length > 0) throw problem('input_invalid', { errors })
  return checked(schema, values, 'query')
}

export const bodyTypesOf = (endpoint: Endpoint): readonly string[] =>
  endpoint.bodyTypes ??
  (endpoint.lines
    ? ['application/x-ndjson']
    : endpoint.rawBody
      ? ['application/octet-stream']
      : [endpoint.method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'])

/** An escaped lone surrogate (an emoji cut in two), which no text column takes. */
const halfPair = /\\ud[89a-f][0-9a-f]{2}/i
function wellFormed(key: string, value: unknown) {
  if (!key.isWellFormed()) throw problem('input_invalid', { errors: [{ path: '', code: 'not_text' }] })
  return typeof value === 'string' ? value.toWellFormed() : value
}

/** Reads the body as it is; stops reading once it is too large. */
export async function readBytes(request: Request, mostBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  if (Number(request.headers.get('content-length')) > mostBytes) throw problem('body_too_large')
  try {
    for await (const part of request.body ?? []) {
      size += part.byteLength
      if (size > mostBytes) throw problem('body_too_large')
      parts.push(part)
    }
  } catch (error) {
    // The sender has broken off: nobody reads this answer, and it is not our error.
    throw error instanceof Problem ? error : new Problem('request_malformed', 400)
  }
  return Buffer.concat(parts)
}

export function checkType(endpoint: Endpoint, headers: Headers): void {
  // Nothing is decompressed here: a compressed body would be read as different text, or as other bytes than were signed.
  if ((headers.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity')
    throw problem('media_type_unsupported')
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (!type || !bodyTypesOf(endpoint).includes(type)) throw problem('media_type_unsupported')
}

/** `fatal` reports other encodings as errors instead of storing "�". */
const utf8 = new TextDecoder('utf-8', { fatal: true })

export function parseJson(schema: v.GenericSchema, bytes: Uint8Array): unknown {
  let text: string
  let value: unknown
  try {
    text = utf8.decode(bytes)
    value = halfPair.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text)
  } catch (error) {
    throw error instanceof Problem ? error : problem('json_malformed')
  }
  // JavaScript takes an array for an object, and the schemas for one without any members.
  if (Array.isArray(value) && 'entries' in schema)
    throw problem('input_invalid', { errors: [{ path: '', code: 'object_expected' }] })
  // PostgreSQL cannot store NUL in text, and nobody types one.
  if (text.includes('\\u0000')) throw problem('input_invalid', { errors: [{ path: '', code: 'not_text' }] })
  return checked(schema, value, '')
}

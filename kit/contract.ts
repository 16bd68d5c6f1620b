import * as v from 'valibot'
import { languages } from './language.ts'

export type ObjectSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>>

/**
 * What a product adds its rights to: nothing is for whoever comes by, a session for whoever has signed in; the first factor
 * is enough for setting up the second, where that is demanded.
 */
export interface Needs {
  ofAnyone: 'nothing' | 'session' | 'first_factor'
}

/** What a caller must have, in one word: a right of the product, or a session, or less. */
export type Need = Needs[keyof Needs]

/** One HTTP endpoint, written once: the server implements it, the browser calls it, OpenAPI describes it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Hono's form: `/api/orders/:id` */
  path: string
  /** Whoever lacks it is refused; who has which right, the product says in one place. */
  needs: Need
  /** One sentence for the OpenAPI page. */
  summary: string
  /** Success status; 200 unless said. 204 has no reply. */
  status?: 200 | 201 | 202 | 204
  query?: ObjectSchema
  body?: v.GenericSchema
  /** Of a JSON body that is longer than most: refused beyond so many bytes. */
  mostBytes?: number
  /** Media types of the body where they are not the usual ones (JSON; merge-patch for PATCH). */
  bodyTypes?: readonly string[]
  /** The body is multipart with one part `file`, streamed: see kit/server/upload.ts. */
  upload?: 'file'
  /** The body as it comes, to the last byte, for whoever has signed it; refused beyond so many bytes. */
  rawBody?: { mostBytes: number }
  /**
   * The body is a stream of lines, each a JSON value of this shape and done by itself (application/x-ndjson). So is the
   * answer: for each line its number and status, with what `reply` says or with a refusal. See kit/server/lines.ts.
   */
  lines?: { of: v.GenericSchema; most: number; longestBytes: number }
  /** The answer is a stream of lines, each a JSON value of this shape. */
  replyLines?: v.GenericSchema
  /** Makes something new, so it honours `Idempotency-Key`: the same key and body give the same answer, once made. */
  creates?: true
  /**
   * Not counted among what one user may change in a while: it only asks, or a page says it by itself, one over the other, as
   * somebody reads or types.
   */
  uncounted?: true
  /** What the audit keeps of a successful answer: the kind of view that the application knows it by. */
  views?: string
  /**
   * The whole JSON answer, `{data: …}` included; `binary` for files and images, `events` for server-sent events without
   * end. Fields it does not name never leave.
   */
  reply?: v.GenericSchema | 'binary' | 'events'
  /** Codes that only this endpoint answers, with their status. */
  refusals?: Readonly<Record<string, number>>
  /** The refresh cookie decides here, so foreign origins and simple requests are refused (security.md S32). */
  cookie?: true
}

export const endpoint = <const E extends Endpoint>(declared: E) => declared

/** `{data: …}`, the envelope of every success. */
export const data = <S extends v.GenericSchema>(schema: S) => v.object({ data: schema })

export const Page = v.object({
  number: v.pipe(v.number(), v.integer()),
  size: v.pipe(v.number(), v.integer()),
  /** Rows that match, over all pages. */
  total: v.pipe(v.number(), v.integer()),
})
export type Page = v.InferOutput<typeof Page>

/** Which page of a list is asked for, up to `mostPages`. */
export const PageNumber = v.optional(
  v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,3}$/, 'out_of_range'), v.transform(Number)),
  '1',
)

/**
 * Ids are opaque to callers; ours happen to be UUIDs, and nothing else reaches the database. In small letters, as it says them:
 * one in capitals is the same one wherever two are compared.
 */
export const Id = v.pipe(v.string(), v.uuid(), v.toLowerCase())

export const Language = v.picklist(languages)

/** Calendar day in the tenant's time zone, `YYYY-MM-DD`, never an instant. */
export const Day = v.pipe(v.string(), v.isoDate())

/** Instant, ISO 8601 in UTC. */
export const Instant = v.pipe(v.string(), v.isoTimestamp())

/** `/api/orders/:id/files/:fileId` → `{ id: string; fileId: string }` */
export type Params<P extends string> = P extends `${string}:${infer K}/${infer Rest}`
  ? { [k in K]: string } & Params<`/${Rest}`>
  : P extends `${string}:${infer K}`
    ? { [k in K]: string }
    : unknown

type OutputOf<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined
type InputOf<S> = S extends v.GenericSchema ? v.InferInput<S> : undefined

/** What a handler receives. */
export type Received<E extends Endpoint> = {
  params: Params<E['path']>
  query: OutputOf<E['query']>
  body: OutputOf<E['body']>
  bytes: E['rawBody'] extends object ? Uint8Array : undefined
}
/** What a handler of lines receives for each. */
export type ReceivedLine<E extends Endpoint> = Pick<Received<E>, 'params' | 'query'> & {
  line: E['lines'] extends { of: v.GenericSchema } ? v.InferOutput<E['lines']['of']> : undefined
}
/** What a handler returns, before the contract has dropped what it does not name. */
export type Answer<E extends Endpoint> = E['reply'] extends v.GenericSchema ? InputOf<E['reply']> : undefined
/** The part of Blob that both sides know. */
export type Bytes = { readonly size: number; readonly type: string; arrayBuffer(): Promise<ArrayBuffer> }

/** What the caller gets. */
export type Reply<E extends Endpoint> = E['reply'] extends v.GenericSchema
  ? v.InferOutput<E['reply']>
  : E['reply'] extends 'binary'
    ? Bytes
    : undefined
/** What the caller sends; query values are turned into text on the way. */
export type Sent<E extends Endpoint> = (unknown extends Params<E['path']> ? unknown : { params: Params<E['path']> }) &
  (E['query'] extends v.GenericSchema ? { query: OutputOf<E['query']> } : unknown) &
  (E['body'] extends v.GenericSchema ? { body: InputOf<E['body']> } : unknown)

export type RefusalOf<E extends Endpoint> =
  E['refusals'] extends Readonly<Record<string, number>> ? keyof E['refusals'] & string : never

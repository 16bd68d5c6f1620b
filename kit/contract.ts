import * as v from 'valibot'
import { languages } from './language.ts'

export type ObjectSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>>

/**
 * Extended by a product with its rights. `nothing` is for any visitor, `session` for anyone signed in; `first_factor` is enough
 * to set up a second factor where one is demanded.
 */
export interface Needs {
  ofAnyone: 'nothing' | 'session' | 'first_factor'
}

/** The caller's required right, in one word: a right of the product, a session, or less. */
export type Need = Needs[keyof Needs]

/** One HTTP endpoint, declared once: the server implements it, the browser calls it, OpenAPI describes it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** In Hono's form: `/api/orders/:id` */
  path: string
  /** Callers without it are refused; the product says in one place who has which right. */
  needs: Need
  /** One sentence for the OpenAPI page. */
  summary: string
  /** Success status; 200 by default. 204 has no reply. */
  status?: 200 | 201 | 202 | 204
  query?: ObjectSchema
  body?: v.GenericSchema
  /** The limit in bytes for a JSON body that may be longer than usual. */
  mostBytes?: number
  /** Media types of the body where they are not the usual ones (JSON; merge-patch for PATCH). */
  bodyTypes?: readonly string[]
  /** The body is multipart with one part `file`, streamed: see kit/server/upload.ts. */
  upload?: 'file'
  /** The body as exact bytes, for signed content; refused beyond this many bytes. */
  rawBody?: { mostBytes: number }
  /**
   * The body is a stream of lines (application/x-ndjson), each a JSON value of this shape and processed on its own. So is the
   * answer: for each line its number and status, with what `reply` says or a refusal. See kit/server/lines.ts.
   */
  lines?: { of: v.GenericSchema; most: number; longestBytes: number }
  /** The answer is a stream of lines, each a JSON value of this shape. */
  replyLines?: v.GenericSchema
  /** Creates something, so it honours `Idempotency-Key`: a repeated key with the same body gets the first answer again. */
  creates?: true
  /**
   * Not counted towards the user's limit on changes: it only reads, or a page sends it by itself and repeatedly while somebody
   * reads or types.
   */
  uncounted?: true
  /** The kind of view that the audit records for a successful answer, or each of several. */
  views?: string | readonly string[]
  /**
   * The whole JSON answer, `{data: …}` included; `binary` for files and images, `events` for endless server-sent events. Fields
   * that it does not name are dropped from the answer.
   */
  reply?: v.GenericSchema | 'binary' | 'events'
  /** Refusal codes of this endpoint alone, with their status. */
  refusals?: Readonly<Record<string, number>>
  /** Authenticated by the refresh cookie, so foreign origins and simple requests are refused (security.md S32). */
  cookie?: true
}

export const endpoint = <const E extends Endpoint>(declared: E) => declared

/** `{data: …}`, the envelope of every success. */
export const data = <S extends v.GenericSchema>(schema: S) => v.object({ data: schema })

export const Page = v.object({
  number: v.pipe(v.number(), v.integer()),
  size: v.pipe(v.number(), v.integer()),
  /** Number of matching rows, over all pages. */
  total: v.pipe(v.number(), v.integer()),
})
export type Page = v.InferOutput<typeof Page>

/** Page number of a list, up to `mostPages`. */
export const PageNumber = v.optional(
  v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,3}$/, 'out_of_range'), v.transform(Number)),
  '1',
)

/**
 * Ids are opaque to callers; ours are UUIDs, and nothing else reaches the database. Lower-cased, so that an id in capitals
 * compares equal.
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

export type Received<E extends Endpoint> = {
  params: Params<E['path']>
  query: OutputOf<E['query']>
  body: OutputOf<E['body']>
  bytes: E['rawBody'] extends object ? Uint8Array : undefined
}
/** The handler's input for each line. */
export type ReceivedLine<E extends Endpoint> = Pick<Received<E>, 'params' | 'query'> & {
  line: E['lines'] extends { of: v.GenericSchema } ? v.InferOutput<E['lines']['of']> : undefined
}
/** A handler's result, before fields outside the contract are dropped. */
export type Answer<E extends Endpoint> = E['reply'] extends v.GenericSchema ? InputOf<E['reply']> : undefined
/** The part of Blob that server and browser share. */
export type Bytes = { readonly size: number; readonly type: string; arrayBuffer(): Promise<ArrayBuffer> }

/** The reply as the caller gets it, parsed. */
export type Reply<E extends Endpoint> = E['reply'] extends v.GenericSchema
  ? v.InferOutput<E['reply']>
  : E['reply'] extends 'binary'
    ? Bytes
    : undefined
/** The request as the caller passes it; query values are turned into text on the way. */
export type Sent<E extends Endpoint> = (unknown extends Params<E['path']> ? unknown : { params: Params<E['path']> }) &
  (E['query'] extends v.GenericSchema ? { query: OutputOf<E['query']> } : unknown) &
  (E['body'] extends v.GenericSchema ? { body: InputOf<E['body']> } : unknown)

export type RefusalOf<E extends Endpoint> =
  E['refusals'] extends Readonly<Record<string, number>> ? keyof E['refusals'] & string : never

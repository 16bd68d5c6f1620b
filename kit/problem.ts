/**
 * Refusals that any endpoint may give, with their HTTP status. Those of a single endpoint are in its contract (`refusals`). The
 * web has a sentence for each code and language: a missing one does not compile.
 */
export const generalRefusals = {
  json_malformed: 400,
  idempotency_key_invalid: 400,
  signed_out: 401,
  forbidden: 403,
  second_factor_required: 403,
  origin_refused: 403,
  not_found: 404,
  brand_unknown: 404,
  method_not_allowed: 405,
  conflict: 409,
  request_in_flight: 409,
  body_too_large: 413,
  address_too_long: 414,
  media_type_unsupported: 415,
  input_invalid: 422,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  unexpected: 500,
  unavailable: 503,
} as const
export type GeneralRefusalCode = keyof typeof generalRefusals

/** One wrong input: `path` as in the contract ("products.0.teeth", "query.page"), `code` a stable code. */
export type InputError = { path: string; code: string }

export type ProblemDetails = {
  errors?: InputError[]
  /** Seconds after which the caller may try again; sent as Retry-After. */
  retryAfter?: number
  /** The current state, when the caller acted on an outdated one; the contract gives its shape beside the refusal. */
  present?: unknown
}

/** A deliberate refusal, sent as RFC 9457 problem+json. It never carries prose: the screen has the sentences. */
export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly details: ProblemDetails
  /** The reference for support. Known only once the request has been answered. */
  readonly requestId: string | undefined

  constructor(code: string, status: number, details: ProblemDetails = {}, requestId?: string) {
    super(code)
    this.name = 'Problem'
    this.code = code
    this.status = status
    this.details = details
    this.requestId = requestId
  }
}

export const problem = (code: GeneralRefusalCode, details?: ProblemDetails) =>
  new Problem(code, generalRefusals[code], details)

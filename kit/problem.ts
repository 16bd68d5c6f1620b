/**
 * Refusals that any endpoint may give, with their HTTP status. What only one endpoint refuses stands in its contract
 * (`refusals`). The web has one sentence for each code in each language: a missing one does not compile.
 */
export const generalProblems = {
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
export type GeneralProblemCode = keyof typeof generalProblems

/** One wrong input: `path` as in the contract ("products.0.teeth", "query.page"), `code` a stable word. */
export type InputError = { path: string; code: string }

export type ProblemDetails = {
  errors?: InputError[]
  /** Seconds after which the caller may try again; sent as Retry-After. */
  retryAfter?: number
  /** What holds now, where the caller had gone by something else; its shape stands beside the refusal in the contract. */
  present?: unknown
}

/** A refusal on purpose, sent as RFC 9457 problem+json. It never carries prose: the screen has the sentence. */
export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly details: ProblemDetails
  /** What the user can quote to support. Known only once the request has been answered. */
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

export const problem = (code: GeneralProblemCode, details?: ProblemDetails) =>
  new Problem(code, generalProblems[code], details)

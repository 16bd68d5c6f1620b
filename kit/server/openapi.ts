import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { type Endpoint, endpoint } from '#kit/contract.ts'
import { generalRefusals } from '#kit/problem.ts'
import type { Guard } from './guard.ts'
import { KeptAnswer } from './idempotency.ts'
import { bodyTypesOf } from './input.ts'
import { type Api, on } from './serve.ts'

type Json = Record<string, unknown>

/** Custom checks by their code, with the standard format that they correspond to. */
const formats: Record<string, string> = { not_a_day: 'date', not_an_instant: 'date-time', uuid: 'uuid' }

const schemaOf = (schema: v.GenericSchema, typeMode: 'input' | 'output'): Json => {
  // Each contract is written so that its input can be described; a transform is described by its input.
  const { $schema: _, ...described } = toJsonSchema(schema, {
    typeMode,
    errorMode: 'ignore',
    target: 'draft-2020-12',
    overrideAction: ({ valibotAction, jsonSchema }) => {
      const { message } = valibotAction as { message?: unknown }
      const format = typeof message === 'string' && Object.hasOwn(formats, message) && formats[message]
      return format ? { ...jsonSchema, format } : undefined
    },
  })
  return typeMode === 'output' ? closed(described) : described
}

/** Replies hold only the fields in the contract, so their schemas say so. */
function closed(schema: Json): Json {
  return Object.fromEntries([
    ...Object.entries(schema).map(([key, value]) => [key, closedValue(value)]),
    ...(schema.type === 'object' && schema.properties ? [['additionalProperties', false]] : []),
  ])
}
const closedValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(closedValue)
  return typeof value === 'object' && value !== null ? closed(value as Json) : value
}

const description = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  needs: 'session',
  summary: 'This description, OpenAPI 3.1',
  reply: v.record(v.string(), v.unknown()),
})

/** For signed-in users and programs; strangers need no map of the API. */
export function descriptionRoute<A>(api: Api, guard: Guard<A, 'session'>) {
  let text: string | undefined
  on(api, description, guard, async () => {
    // Described on first request, when all endpoints have been registered.
    text ??= JSON.stringify(describeApi(api))
    return new KeptAnswer(200, text)
  })
}

/** OpenAPI 3.1 of what is really served: generated from the same contracts, so it cannot lag behind. */
export function describeApi({ endpoints }: Pick<Api, 'endpoints'>): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const { needs } = endpoint
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const parameters = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }))
    const query = endpoint.query ? schemaOf(endpoint.query, 'input') : undefined
    const required = (query?.required ?? []) as string[]
    const queryParameters = Object.entries((query?.properties ?? {}) as Record<string, Json>).map(([name, schema]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
    }))
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: {
        summary: endpoint.summary,
        'x-needs': needs,
        security: needs === 'nothing' ? [] : [{ accessToken: [] }],
        parameters: [...parameters, ...queryParameters, ...(endpoint.creates ? [idempotencyKey] : [])],
        ...(endpoint.body ? { requestBody: requestBody(endpoint, endpoint.body) } : {}),
        ...(endpoint.upload ? { requestBody: fileBody } : {}),
        ...(endpoint.rawBody ? { requestBody: rawBody(endpoint, endpoint.rawBody) } : {}),
        ...(endpoint.lines ? { requestBody: linesBody(endpoint, endpoint.lines) } : {}),
        responses: responses(endpoint),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Client portal', version: '1' },
    paths,
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: problemSchema },
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Your name for this intent, 24 hours at least: sent again with the same body it gets the same answer and nothing is ' +
    'made twice; 422 idempotency_key_reused with another body, 409 request_in_flight while the first is under way.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
}

const fileBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { type: 'string', format: 'binary' } },
        additionalProperties: { type: 'string' },
      },
    },
  },
}

const requestBody = (endpoint: Endpoint, body: v.GenericSchema) => ({
  required: true,
  content: Object.fromEntries(bodyTypesOf(endpoint).map(type => [type, { schema: schemaOf(body, 'input') }])),
})

const rawBody = (endpoint: Endpoint, { mostBytes }: NonNullable<Endpoint['rawBody']>) => ({
  required: true,
  description: `Read to the last byte as it comes, ${mostBytes} bytes at most.`,
  content: Object.fromEntries(bodyTypesOf(endpoint).map(type => [type, {}])),
})

const linesBody = (endpoint: Endpoint, { of: line, most, longestBytes }: NonNullable<Endpoint['lines']>) => ({
  required: true,
  description:
    `Lines, each a JSON value of this shape: ${most} at most, ${longestBytes} bytes each. Each is done by itself and ` +
    'answered by itself; read the answers while you send. A line without an answer was not read.',
  content: Object.fromEntries(bodyTypesOf(endpoint).map(type => [type, { schema: schemaOf(line, 'input') }])),
})

/** One answered line: its number and status, with the endpoint's reply or a refusal. */
const answeredLine = (status: number, reply: v.GenericSchema): Json => {
  const answered = { line: { type: 'integer' }, status: { type: 'integer' } }
  const { properties, required, ...rest } = schemaOf(reply, 'output') as Json & { properties: Json; required: string[] }
  return {
    anyOf: [
      {
        ...rest,
        properties: { ...answered, status: { const: status }, ...properties },
        required: ['line', 'status', ...(required ?? [])],
      },
      {
        type: 'object',
        properties: {
          ...answered,
          code: { type: 'string' },
          errors: problemSchema.properties.errors,
          retryAfter: { type: 'integer' },
          requestId: { type: 'string' },
        },
        required: ['line', 'status', 'code'],
        additionalProperties: false,
      },
    ],
  }
}

function contentOf({ status = 200, reply, lines, replyLines }: Endpoint): Json {
  if (replyLines) return { 'application/x-ndjson': { schema: schemaOf(replyLines, 'output') } }
  if (lines && typeof reply === 'object') return { 'application/x-ndjson': { schema: answeredLine(status, reply) } }
  if (reply === 'binary') return { 'application/octet-stream': {} }
  if (reply === 'events') return { 'text/event-stream': { schema: { type: 'string' } } }
  return typeof reply === 'object' ? { 'application/json': { schema: schemaOf(reply, 'output') } } : {}
}

/** The endpoint's own refusals, and those for callers who lack what it needs. */
const refusalsOf = ({ needs, refusals }: Endpoint): Readonly<Record<string, number>> => ({
  ...(needs === 'nothing' ? {} : { signed_out: generalRefusals.signed_out }),
  ...(needs === 'nothing' || needs === 'first_factor'
    ? {}
    : { second_factor_required: generalRefusals.second_factor_required }),
  ...(needs === 'nothing' || needs === 'first_factor' || needs === 'session'
    ? {}
    : { forbidden: generalRefusals.forbidden }),
  ...refusals,
})

function responses(endpoint: Endpoint) {
  const refusals = refusalsOf(endpoint)
  const status = endpoint.lines ? 200 : (endpoint.status ?? 200)
  const content = contentOf(endpoint)
  const success = {
    description: 'Success',
    ...(Object.keys(content).length > 0 ? { content } : {}),
  }
  const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  const byStatus = Map.groupBy(Object.entries(refusals), ([, refused]) => String(refused))
  return {
    [status]: success,
    ...Object.fromEntries(
      [...byStatus].map(([refused, codes]) => [
        refused,
        { description: codes.map(([code]) => code).join(', '), content: problemContent },
      ]),
    ),
    default: { description: 'Any other refusal', content: problemContent },
  }
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', examples: Object.keys(generalRefusals) },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code'],
        properties: { path: { type: 'string' }, code: { type: 'string' } },
        additionalProperties: false,
      },
    },
    present: { description: 'What holds now, where the caller had gone by something else' },
    requestId: { type: 'string', description: 'To be quoted to support' },
  },
}

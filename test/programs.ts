import { randomUUID } from 'node:crypto'
import { hashOfProgramKey } from '#tenancy/server/program-guard.ts'
import type { startTestApp } from './harness.ts'
import type { makeWith, TestLaboratory } from './make.ts'

type Make = ReturnType<typeof makeWith>
type App = { make: Make; request: ReturnType<typeof startTestApp>['request'] }
type Sent = { method?: string; body?: unknown; headers?: Record<string, string> }

/** A program that the laboratory has let in, with a key of its own. */
export async function makeProgram(make: Make, laboratory: TestLaboratory, name = 'Dentalsoft') {
  const id = randomUUID()
  const key = `arcade_${randomUUID().replaceAll('-', '')}${'k'.repeat(11)}`
  await make.insert(laboratory.id, 'users', {
    brand_id: laboratory.id,
    id,
    kind: 'program',
    login: `program/${id}`,
    email: '',
    first_name: '',
    last_name: name,
  })
  await make.insert(laboratory.id, 'program_keys', {
    brand_id: laboratory.id,
    program_id: id,
    secret_hash: hashOfProgramKey(key),
    hint: key.slice(-4),
    created_by: id,
  })
  return { id, key }
}

/** The same, which asks: `call('/changes')`. */
export async function programOf({ make, request }: App, laboratory: TestLaboratory, name?: string) {
  const { id, key } = await makeProgram(make, laboratory, name)
  return { id, key, ...callingBy(request, laboratory, key) }
}

/** The calls of whoever has this key. */
export function callingBy(request: App['request'], laboratory: TestLaboratory, key: string) {
  const call = (path: string, { headers, ...sent }: Sent = {}) =>
    request(laboratory, `/api/integration/v1${path}`, {
      ...sent,
      headers: { authorization: `Bearer ${key}`, ...headers },
    })
  const put = (path: string, body: unknown) => call(path, { method: 'PUT', body })
  return { call, put }
}

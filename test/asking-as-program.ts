import { expect } from 'vitest'
import { problemOf, startTestApp } from './harness.ts'
import type { TestLaboratory } from './make.ts'
import { makeProgram } from './programs.ts'

type App = Pick<ReturnType<typeof startTestApp>, 'make' | 'request'>
type Sent = { method?: string; body?: unknown; headers?: Record<string, string> }

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

/** Laboratories with software of their own, in a running product. */
export function startProgramTests() {
  const testApp = startTestApp()
  const { make } = testApp
  async function laboratoryWithSoftware() {
    const laboratory = await make.laboratory({ order_code_prefix: 'EMA' })
    const practice = await make.practice(laboratory, { name: 'Cabinet des Lilas' })
    const { reference } = await make.product(laboratory)
    const doctor = await make.user(practice, { title: 'Dr', first_name: 'Anne', last_name: 'Petit' })
    return { laboratory, practice, reference, doctor, software: await programOf(testApp, laboratory) }
  }
  return { ...testApp, laboratoryWithSoftware }
}

export const crown = (reference: string, more: Record<string, unknown> = {}) => ({
  patientCode: 'P-77',
  prescriberName: 'Dr Paré',
  printType: 'physical',
  products: [{ reference, quantity: 1, teeth: [26], shade: 'A2' }],
  ...more,
})

export const dataOf = async (response: Response) => {
  expect(response.status, await response.clone().text()).toBeLessThan(300)
  return (await response.json()).data
}

export const refusalOf = async (response: Response) => {
  const { status, code, errors } = await problemOf(response)
  return [status, code, ...(errors ?? []).map(({ path, code }) => `${path} ${code}`)]
}

import { expect } from 'vitest'
import { problemOf, type startTestApp } from './harness.ts'

// What the tests of imports share.

type Call = Awaited<ReturnType<ReturnType<typeof startTestApp>['as']>>

export const imports = '/api/staff/imports'
export const head = 'Référence;Famille;Nom;Délai;Prix HT;Dents'
export const table = (...lines: string[]) => [head, ...lines].join('\r\n')
export const crown = 'COU-10;Fixe;Couronne zircone;6;149,00;obligatoire'
export const bridge = 'BRI-3;Fixe;Bridge zircone;8;;suite'

export const dataOf = async (answer: Response) => (await answer.json()).data
export const told = async (answer: Response) => {
  const { status, code, errors } = await problemOf(answer)
  return [status, code, ...(errors ?? []).map(error => `${error.path} ${error.code}`)]
}
export const send = (
  call: Call,
  content: string | Uint8Array<ArrayBuffer>,
  { kind = 'products', headers = {} } = {},
) => {
  const form = new FormData()
  form.set('file', new File([content], 'catalogue.csv'))
  return call(`${imports}/${kind}`, { body: form, headers })
}
export const check = (call: Call, id: string, columns: object, needs: object = {}, answers: object = {}) =>
  call(`${imports}/${id}/columns`, { method: 'PUT', body: { columns, needs, ...answers } })
type Asking = { unsaid?: { families: { name: string }[]; vats: { name: string }[] } }
/** Of every family about which nothing says it. */
export const teethAndShade = ({ unsaid }: Asking) =>
  Object.fromEntries((unsaid?.families ?? []).map(({ name }) => [name, 'teeth_shade']))
/** Every family of which nothing says the VAT. */
const exempt = ({ unsaid }: Asking) => Object.fromEntries((unsaid?.vats ?? []).map(({ name }) => [name, 'exempt']))
export async function previewOf(call: Call, content: string | Uint8Array<ArrayBuffer>, kind = 'products') {
  const answer = await send(call, content, { kind })
  expect(answer.status).toBe(201)
  const { id, columns } = await dataOf(answer)
  const checked = await check(call, id, columns)
  expect(checked.status).toBe(200)
  const preview = await dataOf(checked)
  if (preview.unsaid.families.length + preview.unsaid.vats.length === 0) return { id, columns, preview }
  const answers = { vats: exempt(preview) }
  return { id, columns, preview: await dataOf(await check(call, id, columns, teethAndShade(preview), answers)) }
}
export const standard = { reference: 0, family: 1, labelFr: 2, leadDays: 3, priceCents: 4, teeth: 5 }
export const apply = (
  call: Call,
  id: string,
  preview: { added: number; changed: number; unchanged: number } & Asking,
  columns: object = standard,
  answers: object = {},
) => {
  const { added, changed, unchanged } = preview
  const counts = { added, changed, unchanged }
  const body = { columns, counts, needs: teethAndShade(preview), vats: exempt(preview), areRolesTaken: true }
  return call(`${imports}/${id}/application`, { body: { ...body, invitations: 'now', ...answers } })
}
export async function imported(call: Call, content: string, kind = 'products') {
  const { id, columns, preview } = await previewOf(call, content, kind)
  expect(preview.faults).toEqual([])
  const answer = await apply(call, id, preview, columns)
  expect(answer.status).toBe(200)
  return { id, counts: await dataOf(answer) }
}
export const undo = (call: Call, id: string) => call(`${imports}/${id}/undo`, { method: 'POST' })
export const catalogue = async (call: Call) => dataOf(await call('/api/staff/catalogue'))
export const referencesOf = async (call: Call): Promise<string[]> =>
  (await catalogue(call)).flatMap(({ products }: { products: { reference: string }[] }) =>
    products.map(({ reference }) => reference),
  )

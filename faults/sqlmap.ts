// node_modules/.bin/node faults/sqlmap.ts http://localhost:3000 [part of a path]
// S36: sqlmap (Debian's package) at level 3 and risk 2 on every address that is read: each part of it and each parameter that the
// description of the interface has, as the manager and the laboratory's administrator of the demonstration, which runs there with
// data that nobody needs. What is sent in bodies has its ways in injections.test.ts: sqlmap would be refused for making so much.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demonstrationPassword } from '../db/seed/demonstration.ts'

const [address = '', part = ''] = process.argv.slice(2)
if (!/^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/.test(address))
  throw new Error('Expected the address of a demonstration here.')

type Schema = { enum?: unknown[]; anyOf?: Schema[]; type?: string; items?: Schema }
type Operation = { parameters: { name: string; in: 'path' | 'query'; schema?: Schema }[] }

async function signIn(login: string): Promise<string> {
  const body = JSON.stringify({ login, password: demonstrationPassword })
  const answer = await fetch(`${address}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  return data.token
}

const read = async <T>(token: string, path: string): Promise<T> =>
  (await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })).json() as Promise<T>

const words = ['a', '1', '2026-11-27', '2026-11']

/** One value of each parameter with which all of them together are answered, so that what is asked gets as far as the database. */
async function searchOf(path: string, { parameters }: Operation, token: string): Promise<string> {
  const search = new URLSearchParams()
  for (const { name, schema } of parameters.filter(each => each.in === 'query')) {
    const one = schema?.anyOf?.[0] ?? schema?.items ?? schema
    for (const value of [...(one?.enum ?? []).map(String), ...words]) {
      search.set(name, value)
      const answer = await fetch(`${address}${path}?${search}`, { headers: { authorization: `Bearer ${token}` } })
      await answer.body?.cancel()
      if (answer.ok) break
      search.delete(name)
    }
  }
  return search.toString()
}

/** An asterisk is where sqlmap tries; without one it takes every parameter. */
async function targetsOf(path: string, operation: Operation, id: string, token: string): Promise<string[]> {
  const whole = path.replaceAll(/\{\w+\}/g, id)
  const ids = [...path.matchAll(/\{\w+\}/g)].map(({ 0: placeholder }) =>
    path.replace(placeholder, `${id}*`).replaceAll(/\{\w+\}/g, id),
  )
  const search = await searchOf(whole, operation, token)
  return [...ids, ...(search ? [`${whole}?${search}`] : [])]
}

const folder = mkdtempSync(join(tmpdir(), 'arcade-sqlmap-'))
async function attack(target: string, token: string): Promise<string[]> {
  const options = ['--batch', '--level=3', '--risk=2', '--dbms=PostgreSQL', '--threads=4', '--flush-session', '-v', '1']
  const ways = [`--output-dir=${folder}`, `--header=Authorization: Bearer ${token}`, '--skip-waf', '--ignore-code=404']
  const child = spawn('sqlmap', [...options, ...ways, '-u', address + target], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', piece => {
    text += piece
  })
  await once(child, 'close')
  if (!/do not appear to be injectable|injection point/.test(text)) return [`was not tried: ${text.slice(-300)}`]
  return text.split('\n').filter(line => /is vulnerable|injection point|' injectable/.test(line))
}

const found: string[] = []
try {
  const token = await signIn('manager')
  const { paths } = await read<{ paths: Record<string, { get?: Operation }> }>(token, '/api/openapi.json')
  const { data } = await read<{ data: { id: string }[] }>(token, '/api/orders')
  let tried = 0
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get || !path.includes(part) || path === '/api/events') continue
    const login = path.startsWith('/api/staff') ? 'staff' : 'manager'
    for (const target of await targetsOf(path, get, data[0]?.id ?? '', await signIn(login))) {
      // Anew, since a token lives ten minutes.
      const finds = await attack(target, await signIn(login))
      process.stdout.write(`${target}: ${finds.join(' ') || 'nothing'}\n`)
      found.push(...finds)
      tried += 1
    }
  }
  process.stdout.write(`${tried} addresses, ${found.length} findings\n`)
} finally {
  rmSync(folder, { recursive: true })
}
if (found.length > 0) process.exitCode = 1

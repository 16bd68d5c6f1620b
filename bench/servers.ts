// What is measured, each in a process of its own on a free port.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { tenantKey } from '#db/signing-key.ts'
import type { BenchDatabase } from './databases.ts'
import { plainByPath } from './plain.ts'
import type { AppWork } from './serve-app.ts'
import type { FloorWork } from './serve-floor.ts'
import { type Subject, statementsOf } from './subjects.ts'

export const appSecret = 'a secret for measurements only, long enough'
/** Of each: together they stay below what the database allows. */
const connections = 10
const ours = resolve(import.meta.dirname, '..')
const floorFile = resolve(import.meta.dirname, 'serve-floor.ts')
const children: ChildProcess[] = []

export type Server = { child: ChildProcess; port: number }

export async function startApp({ appUrl, jobsUrl }: BenchDatabase, checkout = ours): Promise<Server> {
  const webRoot = resolve(checkout, 'dist/web')
  return start(resolve(checkout, 'bench/serve-app.ts'), {
    databaseUrl: appUrl,
    jobsUrl,
    appSecret,
    webRoot,
    connections,
  })
}

export const startFloor = async (database: BenchDatabase, subjects: readonly Subject[]) =>
  start(floorFile, {
    databaseUrl: database.appUrl,
    connections,
    tenantKey: tenantKey(appSecret).toString('base64'),
    callers: await callersOf(subjects, statementsOf),
  })

export const startPlainFloor = async (database: BenchDatabase, subjects: readonly Subject[]) =>
  start(floorFile, { databaseUrl: database.appUrl, connections, callers: await callersOf(subjects, plainByPath) })

type ByPath = FloorWork['callers'][string]['statements']

async function callersOf(subjects: readonly Subject[], statements: (subject: Subject) => ByPath | Promise<ByPath>) {
  const callers = subjects.map(async subject => {
    const { host, brandId, sessionId } = subject
    return [sessionId.repeat(10), { host, brandId, sessionId, statements: await statements(subject) }] as const
  })
  return Object.fromEntries(await Promise.all(callers))
}

async function start(file: string, work: AppWork | FloorWork): Promise<Server> {
  const child = fork(file, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  children.push(child)
  child.send(work)
  const [port] = (await once(child, 'message')) as [number]
  return { child, port }
}

export function stopServers() {
  for (const child of children) child.kill()
}

type Usage = { memory: number; cpu: NodeJS.CpuUsage }

export async function usageOf({ child }: Server): Promise<Usage> {
  child.send('usage')
  const [usage] = (await once(child, 'message')) as [Usage]
  return usage
}

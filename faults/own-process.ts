import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { testSecret } from '#test/harness.ts'
import { compiled } from '#test/running-app.ts'
import type { AppWork } from '../bench/serve-app.ts'

/** Megabytes that the process holds. */
export const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

type Place = { database: { appUrl: string; jobsUrl: string }; folder: string }

/** The application in a process of its own, on the same database and folders as the test's. */
export async function startInOwnProcess({ database: { appUrl, jobsUrl }, folder }: Place, more: Partial<AppWork> = {}) {
  const child = fork(new URL('../bench/serve-app.ts', import.meta.url), {
    env: { ...process.env, ...compiled },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // Whatever becomes of the test: a child that lives on keeps the whole run from ending.
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  child.send({
    databaseUrl: appUrl,
    jobsUrl,
    appSecret: testSecret,
    webRoot: new URL('../test/fixtures/web', import.meta.url).pathname,
    logLevel: 'silent',
    files: { storage: { folder: join(folder, 'files') }, passage: join(folder, 'passage') },
    ...more,
  })
  const [port] = (await once(child, 'message')) as [number]
  return { child, port, pid: child.pid ?? 0 }
}

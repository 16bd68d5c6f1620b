import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { draco } from '#test/files.ts'
import { isInTurn } from '#test/in-turn.ts'
import { dracoSize, isBearable } from './draco-header.ts'

async function decoding() {
  const folder = await mkdtemp(join(tmpdir(), 'arcade-draco-'))
  const child = fork(new URL('./draco-process.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  // Records the peak of memory for as long as the process can be read.
  let peak = 0
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  }, 10)
  onTestFinished(() => clearInterval(watch))
  return {
    async decode(bytes: Buffer) {
      const from = join(folder, 'scan')
      await writeFile(from, bytes)
      const answered = once(child, 'message')
      child.send({ from })
      return Promise.race([answered.then(([answer]) => answer), ended.then(() => 'ended')])
    },
    peak: () => peak,
  }
}

it.runIf(isInTurn('memory of a scan'))(
  'ends rather than take memory without end for attributes that cost nothing to send',
  async () => {
    const bytes = await draco(900, 8, 11)
    expect(bytes.length).toBeLessThan(1_000_000)
    // The header does not show the excess.
    expect(isBearable(dracoSize(bytes))).toBe(true)
    const { decode, peak } = await decoding()
    expect(await decode(bytes)).toBe('ended')
    process.stdout.write(`Megabytes of a decoder that was asked for too many: ${Math.round(peak())}\n`)
    expect(peak()).toBeGreaterThan(40)
    expect(peak()).toBeLessThan(600)
  },
  180_000,
)

it('gives back what a scan took before it decodes the next', async () => {
  const bytes = await draco(300, 8)
  const { decode, peak } = await decoding()
  for (let time = 0; time < 3; time++) expect(await decode(bytes)).toEqual({ size: 84 + 50 * 300 * 300 * 2 })
  const after = peak()
  for (let time = 0; time < 12; time++) await decode(bytes)
  expect(peak() - after).toBeLessThan(60)
}, 180_000)

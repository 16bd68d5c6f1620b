import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { checkClocks } from './check-clocks.ts'

/** What a start says, or why it is refused, on a machine whose clock is so far from the database's; in minutes here. */
async function startWith(secondsOff: number): Promise<string[]> {
  const now = Date.now.bind(Date)
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + secondsOff * 1000)
  onTestFinished(() => clock.mockRestore())
  const said: string[] = []
  const options = { toleratedSeconds: 120, say: (sentence: string) => void said.push(sentence) }
  await checkClocks(inject('database').appUrl, options).catch(error => said.push(`${error.name}: ${error.message}`))
  return said.map(sentence => sentence.replace(/\d+/, number => String(Math.round(Number(number) / 60))))
}

it.each([
  ['that goes right', 0, []],
  ['a minute behind', -60, ['The clock of this machine is 1 seconds behind the database’s: set both by NTP.']],
  ['an hour ahead', 3_600, ['The clock of this machine is 60 seconds ahead of the database’s: set both by NTP.']],
  [
    'three minutes behind',
    -180,
    [
      'OperatorError: The clock of this machine is 3 seconds behind the database’s, so that nobody could be let in: set both by NTP and start again.',
    ],
  ],
])('of a clock %s a start says how far off it is, and refuses to let nobody in', async (_what, off, said) => {
  expect(await startWith(off)).toEqual(said)
})

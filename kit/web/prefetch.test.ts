import { QueryClient, queryOptions } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { prefetch } from './prefetch.ts'

const client = new QueryClient()
const context = { queries: async () => client }
const town = (name: string) => queryOptions({ queryKey: ['town', name], queryFn: async () => name })
const gone = queryOptions({ queryKey: ['gone'], queryFn: () => Promise.reject(new Error('gone')), retry: false })

const standing = { early: { answers: {} }, document: { getElementById: () => ({}) } }
beforeEach(() => {
  vi.unstubAllGlobals()
  client.clear()
})
function whileThePictureStands() {
  for (const [name, value] of Object.entries(standing)) vi.stubGlobal(name, value)
}

test('all that a screen reads has come, though one of it has not', async () => {
  whileThePictureStands()
  await prefetch(
    context,
    async () => ({ town, gone }),
    ({ town, gone }) => [town('Nice'), gone, town('Lyon')],
  )
  expect(client.getQueryData(['town', 'Nice'])).toBe('Nice')
  expect(client.getQueryData(['town', 'Lyon'])).toBe('Lyon')
  expect(client.getQueryState(['gone'])?.status).toBe('error')
})

test('a file that cannot be had is left for the screen to tell', async () => {
  whileThePictureStands()
  const noFile = (): Promise<object> => Promise.reject(new Error('offline'))
  await expect(prefetch(context, noFile, () => [])).resolves.toBeUndefined()
  await expect(
    prefetch(
      { queries: () => Promise.reject(new Error('offline')) },
      async () => ({}),
      () => [],
    ),
  ).resolves.toBeUndefined()
})

test('the moment for an answer begins when the file that asks has come, however slow the line', async () => {
  whileThePictureStands()
  vi.useFakeTimers()
  const after = <Found>(milliseconds: number, found: Found) =>
    new Promise<Found>(resolve => setTimeout(() => resolve(found), milliseconds))
  const slowTown = queryOptions({ queryKey: ['slow'], queryFn: () => after(100, 'Brest') })
  const asked = prefetch(
    context,
    () => after(900, { slowTown }),
    ({ slowTown }) => [slowTown],
  )
  const drawn = Promise.resolve(asked).then(() => client.getQueryData(['slow']))
  await vi.advanceTimersByTimeAsync(1_500)
  expect(await drawn).toBe('Brest')
  vi.useRealTimers()
})

test('a later screen asks, and waits for nothing', async () => {
  const asked = prefetch(
    context,
    async () => ({ town }),
    ({ town }) => [town('Metz')],
  )
  expect(asked).toBeUndefined()
  await expect.poll(() => client.getQueryData(['town', 'Metz'])).toBe('Metz')
})

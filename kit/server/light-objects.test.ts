import { expect, it } from 'vitest'
import './light-objects.ts'

it('an answer is read in every way that the platform offers', async () => {
  const own = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(Response.prototype))
  const ways = Object.keys(own).filter(name => name !== 'constructor')
  expect(ways).toContain('bytes')
  for (const way of ways) {
    const answer = new Response('{}', { headers: { 'content-type': 'application/x-www-form-urlencoded' } })
    const read = Reflect.get(answer, way)
    await (typeof read === 'function' ? read.call(answer) : read)
  }
})

import { expect, it } from 'vitest'
import { cleanName } from './file-name.ts'

it('a long name is judged as it is kept: cut, it names no program either', () => {
  expect(cleanName(`${'a'.repeat(142)}.exe${'z'.repeat(30)}.pdf`)).toBeUndefined()
  expect(cleanName(`${'a'.repeat(200)}.pdf`)).toBe(`${'a'.repeat(146)}.pdf`)
})

import { describe, expect, it } from 'vitest'
import { matchesWords } from './search-words.ts'

describe('a typed search', () => {
  it.each([
    ['Couronne céramo-métallique', 'cera'],
    ['Couronne céramo-métallique', 'METALL cour'],
    ['Couronne zircone monolithique', 'cour zir'],
    ['Inlay / onlay', 'onlay'],
    ['Bridge 3 éléments et plus', 'bridge 3'],
    ['Couronne', ''],
    ['Couronne', ' '],
  ])('finds %s by %j', (text, typed) => {
    expect(matchesWords(text, typed)).toBe(true)
  })
  it.each([
    ['Couronne zircone', 'ronne'],
    ['Couronne zircone', 'couronne métal'],
    ['Bridge', 'x'],
  ])('does not find %s by %j', (text, typed) => {
    expect(matchesWords(text, typed)).toBe(false)
  })
})

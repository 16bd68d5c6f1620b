import { describe, expect, it } from 'vitest'
import { otherNameOf } from './other-name.ts'

const known = {
  code: 'P-0480',
  name: 'Éloïse Dupont-Nicolas',
  namedIn: 'T-26-1753',
  prescriberId: null,
  inProgress: null,
  inProgressCount: 0,
  last: null,
}

describe('another name under a code that is known', () => {
  it('is said with the case in which the first one stands', () => {
    expect(otherNameOf('O’Neill-D’Été de La Tour', known)).toEqual({
      code: 'P-0480',
      name: 'Éloïse Dupont-Nicolas',
      order: 'T-26-1753',
    })
    expect(otherNameOf('Louis Dupont-Nicolas', known)).toBeDefined()
  })

  it('is none in other letters, without accents or in another order of its words', () => {
    for (const same of [
      'Éloïse Dupont-Nicolas',
      ' eloise  DUPONT NICOLAS ',
      'Dupont-Nicolas, Éloïse',
      'E\u0301loi\u0308se Nicolas Dupont',
    ])
      expect(otherNameOf(same, known), same).toBeUndefined()
  })

  it('nor where none is typed, or none was known', () => {
    expect(otherNameOf(' ', known)).toBeUndefined()
    expect(otherNameOf('Louis', { ...known, name: null, namedIn: null })).toBeUndefined()
    expect(otherNameOf('Louis', undefined)).toBeUndefined()
  })
})

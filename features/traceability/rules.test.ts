import { describe, expect, it } from 'vitest'
import { Problem, problem } from '#kit/problem.ts'
import { isPutRight, traceabilitySheetName } from './rules.ts'

describe('the name of the traceability sheet', () => {
  it.each([
    ['T-26-1187', 'fiche-de-tracabilite-T-26-1187.pdf'],
    ['Éd 12/3', 'fiche-de-tracabilite-Ed-12-3.pdf'],
    ['../../etc/passwd', 'fiche-de-tracabilite-etc-passwd.pdf'],
    ['a\r\nx: y"; filename=z.exe', 'fiche-de-tracabilite-a-x-y-filename-z-exe.pdf'],
    ['\u202egnp.exe', 'fiche-de-tracabilite-gnp-exe.pdf'],
    ['案件', 'fiche-de-tracabilite.pdf'],
    ['x'.repeat(300), `fiche-de-tracabilite-${'x'.repeat(60)}.pdf`],
  ])('for %j is %s', (code, name) => {
    expect(traceabilitySheetName(code, 'fr')).toBe(name)
  })

  it('is in the language of the reader', () => {
    expect(traceabilitySheetName('T-1', 'en')).toBe('traceability-sheet-T-1.pdf')
  })
})

describe('a refusal to sign', () => {
  const refused = new Problem('release_check_missing', 409)
  const here = { code: 'release_check_missing' } as const
  const elsewhere = { code: 'materials_missing', caseSequence: 1 } as const

  it('holds as long as the sheet has the gap it names', () => {
    expect(isPutRight(refused, [elsewhere, here])).toBe(false)
    expect(isPutRight(refused, [elsewhere])).toBe(true)
  })

  it('of any other kind holds until it is tried again', () => {
    expect(isPutRight(problem('too_many_requests'), [])).toBe(false)
    expect(isPutRight(new Error('materials_missing'), [])).toBe(false)
  })
})

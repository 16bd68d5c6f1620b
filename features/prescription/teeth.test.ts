import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inArchOrder, toothRuns } from './rules.ts'
import {
  deciduousArches,
  isTooth,
  kindOf,
  permanentArches,
  ponticsAfter,
  readTeeth,
  runAfterPress,
  runBetween,
  toggled,
} from './teeth.ts'

const allTeeth = [...permanentArches, ...deciduousArches].flatMap(({ right, left }) => [...right, ...left])
const anyTooth = fc.constantFrom(...allTeeth)

describe('the chart', () => {
  it('holds the 52 codes of FDI, each once', () => {
    expect(new Set(allTeeth).size).toBe(52)
    const codes = Array.from({ length: 100 }, (_, code) => code).filter(code =>
      /^([1-4][1-8]|[5-8][1-5])$/.test(`${code}`),
    )
    expect([...allTeeth].sort((a, b) => a - b)).toEqual(codes)
    expect(codes.every(isTooth)).toBe(true)
    expect([0, 10, 19, 49, 56, 86, 99].some(isTooth)).toBe(false)
  })
  it('is the dentist’s view, the patient’s right first', () => {
    expect(permanentArches.map(({ right, left }) => [...right, '|', ...left].join(' '))).toEqual([
      '18 17 16 15 14 13 12 11 | 21 22 23 24 25 26 27 28',
      '48 47 46 45 44 43 42 41 | 31 32 33 34 35 36 37 38',
    ])
    expect(deciduousArches.map(({ right, left }) => [...right, '|', ...left].join(' '))).toEqual([
      '55 54 53 52 51 | 61 62 63 64 65',
      '85 84 83 82 81 | 71 72 73 74 75',
    ])
  })
  it('knows that a deciduous arch has no premolars', () => {
    expect([11, 42, 23, 34, 15, 46, 37, 28].map(kindOf)).toEqual([
      'central',
      'lateral',
      'canine',
      'premolar1',
      'premolar2',
      'molar1',
      'molar2',
      'molar3',
    ])
    expect([51, 62, 73, 84, 55].map(kindOf)).toEqual(['central', 'lateral', 'canine', 'molar1', 'molar2'])
  })
})

describe('a run', () => {
  it('crosses the midline and never leaves its arch', () => {
    expect(runBetween(13, 23)).toEqual([13, 12, 11, 21, 22, 23])
    expect(runBetween(23, 13)).toEqual([13, 12, 11, 21, 22, 23])
    expect(runBetween(53, 63)).toEqual([53, 52, 51, 61, 62, 63])
    expect(runBetween(13, 43)).toEqual([])
    expect(runBetween(13, 53)).toEqual([])
    expect(runBetween(19, 19)).toEqual([])
  })
  it('is begun by one press, ended by the next, moved by any other', () => {
    expect(runAfterPress([], undefined, 13)).toEqual([13])
    expect(runAfterPress([13], 13, 23)).toEqual([13, 12, 11, 21, 22, 23])
    expect(runAfterPress([13, 12, 11, 21, 22, 23], 13, 21)).toEqual([13, 12, 11, 21])
    expect(runAfterPress([13, 12, 11], 13, 14)).toEqual([14, 13])
    expect(runAfterPress([13, 12], 13, 13)).toEqual([])
    expect(runAfterPress([13, 12], 13, 44)).toEqual([44])
  })
  it('is unbroken whatever is pressed', () => {
    fc.assert(
      fc.property(fc.array(anyTooth, { maxLength: 12 }), presses => {
        let run: number[] = []
        let begun: number | undefined
        for (const tooth of presses) {
          run = runAfterPress(run, begun, tooth)
          if (run.length === 1) begun = tooth
          expect(toothRuns(run).length).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})

it('takes a tooth in and out', () => {
  expect(toggled([21, 11], 12)).toEqual([12, 11, 21])
  expect(toggled([12, 11, 21], 11)).toEqual([12, 21])
})

describe('typed teeth', () => {
  it.each([
    ['13-23', [13, 12, 11, 21, 22, 23]],
    [' 13 – 23 ', [13, 12, 11, 21, 22, 23]],
    ['13 à 23', [13, 12, 11, 21, 22, 23]],
    ['13 to 11', [13, 12, 11]],
    ['14 15', [15, 14]],
    ['14,15;24/25', [15, 14, 24, 25]],
    ['11, 21, 46–48', [11, 21, 48, 47, 46]],
    ['26 et 27', [26, 27]],
    ['26 26', [26]],
    ['75', [75]],
    ['', []],
  ])('reads %j', (typed, teeth) => expect(readTeeth(typed)).toEqual({ teeth }))

  it.each([
    ['19', '19'],
    ['1', '1'],
    ['13-', '13-'],
    ['13-43', '13-43'],
    ['molaire', 'molaire'],
    ['13 2', '2'],
  ])('says of %j that it means nothing', (typed, wrong) => expect(readTeeth(typed)).toEqual({ wrong }))

  it('are the ends where a run is asked for', () => {
    expect(readTeeth('13 23', 'run')).toEqual({ teeth: [13, 12, 11, 21, 22, 23] })
    expect(readTeeth('13-15', 'run')).toEqual({ teeth: [15, 14, 13] })
    expect(readTeeth('13, 15, 17', 'run')).toEqual({ wrong: '13, 15, 17' })
    expect(readTeeth('13 43', 'run')).toEqual({ wrong: '13 43' })
  })
  it('come back as they went out, whatever the teeth', () => {
    fc.assert(
      fc.property(fc.array(anyTooth), teeth => {
        expect(readTeeth(teeth.join(' '))).toEqual({ teeth: inArchOrder(teeth) })
      }),
    )
  })
})

it('proposes the middle of a bridge of three as its pontic, until somebody says otherwise', () => {
  expect(ponticsAfter([13, 14, 15], [13, 14], [])).toEqual([14])
  expect(ponticsAfter([24, 25, 26], [13, 14, 15], [14])).toEqual([25])
  expect(ponticsAfter([13, 14, 15, 16], [13, 14, 15], [14])).toEqual([])
  expect(ponticsAfter([13, 14], [13, 14, 15], [14])).toEqual([])
  // The user has chosen otherwise: no pontic, or another one.
  expect(ponticsAfter([13, 14, 15, 16], [13, 14, 15], [])).toEqual([])
  expect(ponticsAfter([13, 14, 15, 16], [13, 14, 15], [15])).toEqual([15])
  expect(ponticsAfter([13, 14, 15], [13, 14, 15, 16], [15])).toEqual([15])
})

import type { ShadeGuide } from '../shades.ts'
import { isDeciduous, isPatientsRight, isUpper, kindOf, type ToothKind } from '../teeth.ts'

const kinds: Record<ToothKind, string> = {
  central: 'central incisor',
  lateral: 'lateral incisor',
  canine: 'canine',
  premolar1: 'first premolar',
  premolar2: 'second premolar',
  molar1: 'first molar',
  molar2: 'second molar',
  molar3: 'third molar',
}

const toothName = (tooth: number) =>
  [
    isUpper(tooth) ? 'upper' : 'lower',
    isPatientsRight(tooth) ? 'right' : 'left',
    ...(isDeciduous(tooth) ? ['deciduous'] : []),
    kinds[kindOf(tooth)],
  ].join(' ')

export const en = {
  optional: '(optional)',
  teeth: {
    tooth: (tooth: number) => `Tooth ${tooth}, ${toothName(tooth)}`,
    pontic: (tooth: string) => `${tooth}, pontic`,
    arch: { upper: 'Upper arch', lower: 'Lower arch' },
    deciduousArch: { upper: 'Upper arch, deciduous teeth', lower: 'Lower arch, deciduous teeth' },
    right: { upper: 'Upper, patient’s right', lower: 'Lower, patient’s right' },
    left: { upper: 'Upper, patient’s left', lower: 'Lower, patient’s left' },
    typed: 'Numbers',
    typedExample: { many: 'For example 14 15 or 46-48', run: 'For example 13-23' },
    pressMany: 'Press each tooth, or type its number.',
    pressRun: 'Press the first and the last tooth, or type their numbers.',
    chosen: (count: number) => (count === 0 ? 'No tooth' : count === 1 ? '1 tooth' : `${count} teeth`),
    clear: 'Clear the teeth',
    showDeciduous: 'Show deciduous teeth',
    hideDeciduous: 'Hide deciduous teeth',
    unknown: (typed: string) => `“${typed}” is no tooth number. Type for example 14 15 or 13-23.`,
    unknownRun: (typed: string) => `“${typed}” is no unbroken run. Type its first and last tooth, for example 13-23.`,
    pontics: 'Pontics',
    ponticProposed: 'Which tooth hangs between the others? The one in the middle is proposed.',
    ponticsHint: 'Tick the teeth that hang between the others.',
    allBetween: 'All between the ends',
  },
  shades: {
    openFor: (label: string) => `${label}, choose from the guide`,
    guide: {
      classical: 'VITA classical',
      '3d_master': 'VITA 3D-Master',
      other: 'Another guide',
    } satisfies Record<ShadeGuide, string>,
    bleach: 'VITA 3D-Master, bleached',
    example: 'For example A3.5, 2M2, or a shade of another guide',
    approximate: 'Colours on a screen are only approximate.',
  },
}

export type PrescriptionText = typeof en

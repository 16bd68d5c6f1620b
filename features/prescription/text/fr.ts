import { isDeciduous, isPatientsRight, isUpper, kindOf, type ToothKind } from '../teeth.ts'
import type { PrescriptionText } from './en.ts'

const kinds: Record<ToothKind, string> = {
  central: 'incisive centrale',
  lateral: 'incisive latérale',
  canine: 'canine',
  premolar1: 'première prémolaire',
  premolar2: 'deuxième prémolaire',
  molar1: 'première molaire',
  molar2: 'deuxième molaire',
  molar3: 'troisième molaire',
}

const toothName = (tooth: number) =>
  [
    kinds[kindOf(tooth)],
    ...(isDeciduous(tooth) ? ['temporaire'] : []),
    isUpper(tooth) ? 'supérieure' : 'inférieure',
    isPatientsRight(tooth) ? 'droite' : 'gauche',
  ].join(' ')

export const fr: PrescriptionText = {
  optional: '(facultatif)',
  teeth: {
    tooth: tooth => `Dent ${tooth}, ${toothName(tooth)}`,
    pontic: tooth => `${tooth}, intermédiaire`,
    arch: { upper: 'Arcade supérieure', lower: 'Arcade inférieure' },
    deciduousArch: { upper: 'Arcade supérieure, dents temporaires', lower: 'Arcade inférieure, dents temporaires' },
    right: { upper: 'Haut, côté droit du patient', lower: 'Bas, côté droit du patient' },
    left: { upper: 'Haut, côté gauche du patient', lower: 'Bas, côté gauche du patient' },
    typed: 'Numéros',
    typedExample: { many: 'Par exemple 14 15 ou 46-48', run: 'Par exemple 13-23' },
    pressMany: 'Touchez chaque dent, ou saisissez son numéro.',
    pressRun: 'Touchez la première et la dernière dent, ou saisissez leurs numéros.',
    chosen: count => (count === 0 ? 'Aucune dent' : count === 1 ? '1 dent' : `${count} dents`),
    clear: 'Effacer les dents',
    showDeciduous: 'Afficher les dents temporaires',
    hideDeciduous: 'Masquer les dents temporaires',
    unknown: typed => `« ${typed} » n’est pas un numéro de dent. Saisissez par exemple 14 15 ou 13-23.`,
    unknownRun: typed =>
      `« ${typed} » n’est pas une suite continue. Saisissez sa première et sa dernière dent, par exemple 13-23.`,
    pontics: 'Intermédiaires',
    ponticProposed: 'Quelle dent est suspendue ? Celle du milieu est proposée.',
    ponticsHint: 'Cochez les dents remplacées, suspendues entre les piliers.',
    allBetween: 'Toutes celles entre les extrémités',
  },
  shades: {
    openFor: label => `${label}, choisir dans le nuancier`,
    guide: { classical: 'VITA classical', '3d_master': 'VITA 3D-Master', other: 'Autre nuancier' },
    bleach: 'VITA 3D-Master, dents éclaircies',
    example: 'Par exemple A3,5, 2M2, ou la teinte d’un autre nuancier',
    approximate: 'Les couleurs à l’écran sont approximatives.',
  },
}

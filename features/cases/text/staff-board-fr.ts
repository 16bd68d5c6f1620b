import type { StaffBoardText } from './staff-board-en.ts'

export const fr: StaffBoardText = {
  title: 'Tableau',
  description: 'Les travaux en cours par statut, ce qui part en premier en haut',
  whose: 'De qui',
  all: 'De tous',
  more: count => `Voir plus (${count})`,
  moreThan: count => `plus de ${count}`,
  none: 'Aucun travail',
  failed: 'Le tableau n’a pas pu être chargé',
  outdated: 'Ce tableau n’est peut-être pas à jour.',
  undoOf: code => `Annuler le déplacement de ${code}`,
  movesFor: code => `Déplacer ${code}`,
  comes: at => `Patient ${at}`,
  dragHint: 'Faites glisser une carte vers une autre colonne, ou utilisez son menu.',
  cannot: (code, status) => `De là où il est, ${code} ne peut pas passer à « ${status} ».`,
  inList: 'Voir dans la liste',
  many: {
    move: 'Déplacer vers',
    give: 'Confier à',
    nobody: 'Personne',
    clear: 'Tout désélectionner',
    moved: count => `${count} ${count > 1 ? 'déplacés' : 'déplacé'}`,
    given: count => `${count} ${count > 1 ? 'confiés' : 'confié'}`,
    stayed: codes => `Non déplacés, car ils sont ailleurs entre-temps ou ne peuvent pas y aller : ${codes}`,
  },
}

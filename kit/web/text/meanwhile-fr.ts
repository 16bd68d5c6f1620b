import type { MeanwhileText } from './meanwhile-en.ts'

export const fr: MeanwhileText = {
  mine: 'Votre saisie est gardée ; le reste montre maintenant ce qui est enregistré. Enregistrez de nouveau pour que votre saisie vaille.',
  theirs: 'Voici ce qui est enregistré maintenant. Votre saisie est gardée aussi.',
  showTheirs: 'Voir ce qui est enregistré',
  showMine: 'Revenir à ma saisie',
  stands: there => `Enregistré par quelqu’un d’autre entre-temps : « ${there} ».`,
  emptied: 'Quelqu’un d’autre l’a vidé entre-temps.',
}

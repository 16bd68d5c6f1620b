import type { MeanwhileText } from './meanwhile-en.ts'

export const fr: MeanwhileText = {
  mine: 'Votre saisie est gardée\u202f; le reste montre maintenant ce qui est enregistré. Enregistrez de nouveau pour la garder.',
  changed: 'Une valeur que vous avez changée l’a été aussi\u00a0: voyez d’abord ce qui est enregistré.',
  list: name =>
    `La liste «\u00a0${name}\u00a0» a été changée aussi\u202f; l’enregistrer remplacera ce qu’un collègue y a mis.`,
  kept: 'Votre saisie est gardée. Relisez ce qui a changé, puis envoyez de nouveau.',
  theirs: 'Voici ce qui est enregistré maintenant. Votre saisie est gardée aussi.',
  showTheirs: 'Voir ce qui est enregistré',
  showMine: 'Revenir à ma saisie',
  stands: there => `Enregistré entre-temps\u00a0: «\u00a0${there}\u00a0».`,
  emptied: 'Vidé entre-temps.',
}

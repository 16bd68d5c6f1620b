import type { UnsignedText } from './unsigned-en.ts'

export const fr: UnsignedText = {
  title: count => (count === 1 ? 'Une fiche n’est pas signée' : `${count} fiches ne sont pas signées`),
  may: count =>
    `${count === 1 ? 'Ce travail partirait' : 'Ces travaux partiraient'} sans fiche de traçabilité signée. Elle peut aussi être signée après.`,
  mayNot:
    'Votre laboratoire ne laisse partir aucun travail sans fiche signée, sauf si une personne autorisée en décide.',
  sign: code => `Signer ${code} maintenant`,
  openSheets: 'Ouvrir les fiches à signer',
  ship: count => (count === 1 ? 'Expédier quand même' : `Expédier les ${count} quand même`),
  shipOthers: count => (count === 1 ? 'Expédier seulement l’autre' : `Expédier seulement les ${count} autres`),
  cancel: 'Retour',
  checkFailed: 'Rien n’est parti',
  setting: {
    label: 'Expédier un travail dont personne n’a signé la fiche',
    hint: 'Une remise notée à la porte n’est jamais refusée\u00a0: elle a eu lieu.',
    choices: {
      not_asked: 'Ne pas demander (les fiches sont signées ailleurs)',
      anyone: 'Avertir\u202f; chacun peut expédier quand même',
      signers: 'Avertir\u202f; qui signe les fiches peut expédier quand même',
      administrators: 'Avertir\u202f; les administrateurs peuvent expédier quand même',
      nobody: 'Personne ne peut l’expédier',
    },
    saved: 'Enregistré',
    failed: 'Non enregistré',
  },
}

import type { TraceabilityText } from './en.ts'

export const fr: TraceabilityText = {
  name: 'Fiche de traçabilité',
  provisional: 'Fiche de traçabilité (provisoire)',
  download: 'Télécharger la fiche de traçabilité',
  downloadProvisional: 'Télécharger la fiche de traçabilité (provisoire)',
  failed: code => `La fiche de traçabilité de ${code} n’a pas pu être téléchargée`,
}

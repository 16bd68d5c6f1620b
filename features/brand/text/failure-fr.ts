import type { BrandFailureText } from './failure-en.ts'

export const fr: BrandFailureText = {
  notConfigured: {
    title: 'Portail client non configuré',
    description: 'Aucun laboratoire ne répond à cette adresse. Vérifiez celle que votre laboratoire vous a donnée.',
  },
  wronglyConfigured: {
    title: 'Portail client mal configuré',
    description: 'Les réglages de ce portail sont incorrects. Votre laboratoire peut les corriger : prévenez-le.',
  },
}

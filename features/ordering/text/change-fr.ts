import type { ChangeText } from './change-en.ts'

/** In French, the plural begins at two. */
const days = (count: number) => `${count} ${count < 2 ? 'jour' : 'jours'}`

export const fr: ChangeText = {
  title: code => `Modifier ${code}`,
  save: 'Enregistrer les modifications',
  failed: 'Les modifications ne sont pas enregistrées',
  done: code => `${code} est modifié, le laboratoire en est averti`,
  asked: code => `La modification de ${code} est demandée au laboratoire`,
  stays: day => `Livraison ${day}, comme avant`,
  moves: (day, before) => `Livraison ${day}, au lieu du ${before}`,
  missed: day => `Promis pour ${day}, pas encore là\u00a0: sous 24\u202fh`,
  meaning: before =>
    before < 0
      ? `${days(-before)} trop tard pour le rendez-vous`
      : before === 0
        ? 'le jour même du rendez-vous'
        : before === 1
          ? 'prêt la veille du rendez-vous'
          : `prêt ${days(before)} avant le rendez-vous`,
  asks: {
    begun: 'La fabrication a commencé : dents, teinte et commentaire changent dès que le laboratoire a accepté.',
    remake: 'C’est une réfection gratuite\u00a0: d’autres dents, ou davantage, demandent l’accord du laboratoire.',
    offered: 'Le laboratoire offre ce travail\u00a0: d’autres dents, ou davantage, demandent son accord.',
  },
  tooFewTeeth: 'Choisissez davantage de dents : ce travail en demande plus.',
  dayAndTime: 'Saisissez un jour qui existe et une heure, par exemple 04/12/2026 et 09:30.',
  tooLong: most => `Raccourcissez le commentaire à ${most.toLocaleString('fr')} caractères.`,
  refusals: {
    order_over: 'Le travail est parti ou a été annulé entre-temps.',
    request_open: 'Une modification est déjà demandée : le laboratoire n’a pas encore répondu.',
  },
}

import type { StaffFiguresText } from './staff-en.ts'

const cases = (count: number) => `${count.toLocaleString('fr-FR')} ${count > 1 ? 'travaux' : 'travail'}`

export const fr: StaffFiguresText = {
  title: 'Chiffres',
  description: days => `${days}, comptés à l’instant. Chaque nombre mène aux travaux qu’il compte.`,
  toolbar: 'Choisir la période',
  presets: { usual: '90 jours', month: 'Ce mois', before: 'Le mois dernier', year: '12 mois' },
  period: 'Période',
  from: 'Du',
  to: 'Au',
  since: day => `Depuis le ${day}`,
  until: day => `Jusqu’au ${day}`,
  apply: 'Appliquer',
  anyDate: 'Les 90 derniers jours',
  orderWrong: 'La fin doit suivre le début.',
  clamped: 'Un an au plus est compté à la fois : la dernière année est affichée.',
  export: 'Exporter (CSV)',
  exportFailed: 'Les chiffres n’ont pas pu être exportés',
  exportName: (from, to) => `chiffres-${from}-${to}.csv`,
  failed: 'Les chiffres n’ont pas pu être chargés',
  outdated: 'Ces chiffres ne sont peut-être plus à jour',
  nothing: 'Rien n’a été livré dans cette période.',
  noneLate: 'Rien n’est arrivé en retard dans cette période.',
  noneAsked: 'Aucun cabinet n’a écrit dans cette période.',
  shortened: most => `Les ${most} qui ont le plus de travaux ; l’export les a tous.`,
  cases,
  columns: {
    month: 'Mois',
    practice: 'Cabinet',
    technician: 'Technicien',
    product: 'Produit',
    delivered: 'Livrés',
    onTime: 'À l’heure',
    late: 'En retard',
    remade: 'Refaits',
    cause: 'Cause',
    daysLate: 'Jours de retard, en moyenne',
    within: 'Répondus en',
    messages: 'Messages',
    day: 'Jour',
    load: 'Travaux',
  },
  onTime: {
    title: 'À l’heure',
    defined:
      'Livrés au plus tard le jour promis, parmi les travaux livrés dans la période qui en avaient un ; le premier jour promis compte, ou celui auquel l’absence du cabinet l’a reporté.',
    said: (onTime, promised) => `${onTime.toLocaleString('fr-FR')} sur ${cases(promised)} avec un jour promis`,
    undated: count => `${cases(count)} livré${count > 1 ? 's' : ''} sans jour promis`,
  },
  delays: {
    title: 'Pourquoi des travaux sont arrivés en retard',
    defined:
      'Parmi les travaux arrivés en retard, la première cause qui convient : parti le jour promis ou avant ; mis en attente ; reporté par le laboratoire ; rien de tel n’est noté.',
    causes: {
      transport: 'Parti à temps, arrivé après',
      hold: 'A attendu une réponse ou des pièces',
      moved: 'Reporté par le laboratoire',
      none: 'Sans cause notée',
    },
  },
  remakes: {
    title: 'Réfections',
    defined:
      'Parmi les travaux livrés dans la période, ceux dont une réfection a été commandée depuis et pas annulée : les dernières semaines peuvent encore augmenter.',
    said: (remade, delivered) => `${remade.toLocaleString('fr-FR')} sur ${cases(delivered)}`,
  },
  practices: { title: 'Par cabinet', defined: 'Les deux mêmes taux, pour les travaux de chaque cabinet.' },
  technicians: {
    title: 'Par technicien',
    defined: 'Les deux mêmes taux, pour les travaux de qui est noté comme y travaillant.',
    nobody: 'Personne de noté',
  },
  products: {
    title: 'Réfections par produit',
    defined:
      'Parmi les travaux livrés avec ce produit, ceux qui ont été refaits ; un travail compte une fois pour chacun de ses produits.',
  },
  answers: {
    title: 'Réponses aux cabinets',
    defined:
      'Du message d’un cabinet dans la période au message suivant du laboratoire sur le travail, à l’horloge ; de plusieurs à la suite, le premier compte.',
    median: time => `La moitié des réponses est venue en ${time} au plus`,
    said: (answered, asked) =>
      `${answered} message${answered > 1 ? 's' : ''} répondu${answered > 1 ? 's' : ''} sur ${asked}, à ce jour`,
    hours: hours => (hours === 1 ? '1 heure' : hours === 72 ? '3 jours' : `${hours} heures`),
  },
  stations: {
    title: 'Temps à chaque poste',
    defined:
      'De la lecture d’une étiquette à un poste à la suivante de ce travail ou à ce poste, dans la période\u202f; la moitié des travaux n’a pas pris plus longtemps. Plus de 10 heures ne comptent pas.',
    nothing:
      'Aucune étiquette n’a été lue à un poste dans cette période. Sous «\u00a0Scanner\u00a0», un appareil dit où il se trouve.',
    several: 'Plusieurs produits',
    place: 'Poste',
    minutes: 'Minutes',
    each: 'Par élément',
  },
  ahead: {
    title: 'Charge à venir',
    defined:
      'Les travaux encore au laboratoire, par jour promis, sur les quatre semaines à venir ; à l’instant, quelle que soit la période.',
    late: count => `${cases(count)} en retard`,
    undated: count => `${cases(count)} sans jour promis`,
    nothing: 'Rien n’est promis pour les quatre semaines à venir.',
  },
  time: {
    minutes: count => `${count} minute${count > 1 ? 's' : ''}`,
    hours: count => `${count} heures`,
    days: count => `${count} jours`,
  },
  list: {
    titles: {
      delivered: 'Travaux livrés',
      on_time: 'Travaux livrés à l’heure',
      late: 'Travaux livrés en retard',
      remade: 'Travaux refaits depuis',
    },
    back: 'Chiffres',
    failed: 'Les travaux n’ont pas pu être chargés',
    nothing: 'Aucun travail n’est compté ici',
    columns: {
      case: 'Travail',
      technician: 'Technicien',
      promised: 'Promis',
      delivered: 'Livré',
      note: 'Note',
    },
    remade: code => `refait : ${code}`,
  },
}

import type { StaffCapacityText } from './staff-en.ts'

const number = (count: number) => count.toLocaleString('fr-FR')

export const fr: StaffCapacityText = {
  title: 'Capacité',
  description:
    'Combien d’éléments peuvent partir en un jour\u00a0: les dents de ce qui se fait dent par dent, les pièces du reste.',
  blank: 'Champ vide\u00a0: aucune limite. 0\u00a0: rien ne part.',
  failed: 'La capacité n’a pas pu être chargée',
  count: 'Les nouvelles promesses cherchent un jour qui a de la place',
  countHint:
    'Les cabinets voient le jour trouvé, et pendant combien de jours le laboratoire est complet avant lui\u00a0: ni la charge, ni un autre jour. Ce qui est promis reste\u202f; vous pouvez promettre vous-même un jour plein, et une réfection n’attend pas.',
  week: 'Éléments par jour de la semaine',
  cell: (family, day) => `${family}, ${day}`,
  effect: {
    title: 'Ce que cela change, avant d’enregistrer',
    loading: 'Calcul de ce que cela change…',
    failed: 'Ce que cela change n’a pas pu être calculé',
    moved: (family, now, then) => `À partir de maintenant, la promesse passe du ${now} au ${then} pour ${family}.`,
    none: family => `À partir de maintenant, aucun jour ne peut plus être promis pour ${family}.`,
    again: (family, then) =>
      `À partir de maintenant, un jour peut de nouveau être promis pour ${family}\u00a0: le ${then}.`,
    same: 'La promesse ne change pour aucune famille.',
    stays: 'Ce qui est promis ne bouge pas, et tient dans ces nombres.',
    over: (days, first) =>
      days === 1
        ? `Ce qui est promis ne bouge pas\u00a0: le ${first}, c’est plus que ces nombres.`
        : `Ce qui est promis ne bouge pas\u00a0: sur ${days} jours, dès le ${first}, c’est plus que ces nombres.`,
    reckoned:
      'Pour un élément commandé maintenant, au délai le plus court de la famille, hors tournées et absences de chaque cabinet.',
  },
  all: 'Toutes les familles ensemble',
  wrong: 'Un nombre entier de 0 à 9999, ou rien.',
  submit: 'Enregistrer la capacité',
  saved: 'Capacité enregistrée',
  notSaved: 'La capacité n’est pas enregistrée',
  days: {
    title: 'Jours qui ne sont pas comme les autres',
    none: 'Aucun à venir.',
    add: 'Une autre capacité certains jours…',
    line: (day, family) => `${day}\u00a0: ${family}`,
    elements: count => (count <= 1 ? `${count} élément` : `${number(count)} éléments`),
    remove: (day, family) => `De nouveau comme les autres\u00a0: ${day}, ${family}`,
    removed: day => `De nouveau comme les autres\u00a0: ${day}`,
    notRemoved: 'Ce jour reste différent',
  },
  form: {
    title: 'Une autre capacité certains jours',
    description: 'Quelqu’un est absent, ou reste plus tard. Ce qui est promis reste.',
    family: 'Famille',
    from: 'Premier jour',
    to: 'Dernier jour',
    optional: '(facultatif)',
    toHint: 'JJ/MM/AAAA\u202f; vide pour un seul jour',
    format: 'Jour, mois, année\u00a0: JJ/MM/AAAA',
    pick: 'Choisir le jour dans le calendrier',
    elements: 'Éléments par jour',
    elementsHint: '0 où rien ne part',
    number: 'Un nombre entier de 0 à 9999.',
    notADay: 'Donnez un jour comme 24/12/2026.',
    before: 'Le dernier jour vient avant le premier.',
    past: 'Ce jour est passé. Indiquez aujourd’hui ou un jour à venir.',
    tooFar: 'Indiquez un jour dans les 18 prochains mois.',
    tooMany: '2\u202f000 jours de ce genre au plus, toutes familles ensemble. Remettez-en d’abord comme les autres.',
    tooLong: 'Trois mois au plus à la fois.',
    required: 'Remplissez ce champ.',
    submit: 'Enregistrer ces jours',
    saved: 'Jours enregistrés',
  },
  ahead: {
    title: 'Promis pour les quatre prochaines semaines',
    day: 'Jour',
    number,
    of: (elements, most) => `${number(elements)} sur ${number(most)}`,
    over: (elements, most) => `${number(elements)} sur ${number(most)}, trop`,
    full: (elements, most) => `${number(elements)} sur ${number(most)}, plein`,
    away: 'Cabinets absents',
    halves: { AM: 'matin', PM: 'après-midi' },
    others: count => (count === 1 ? 'et 1 autre' : `et ${number(count)} autres`),
    none: 'Ce qui est promis chaque jour, en éléments, pour choisir une limite\u00a0: aucune n’est donnée encore.',
  },
}

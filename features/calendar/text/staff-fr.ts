import type { StaffCalendarText } from './staff-en.ts'

export const fr: StaffCalendarText = {
  title: 'Calendrier',
  description: 'Quand le laboratoire travaille et roule. Promesses et collectes le suivent dès qu’il est enregistré.',
  failed: 'Le calendrier n’a pas pu être chargé',
  required: 'Remplissez ce champ.',
  notSaved: 'Le calendrier n’est pas enregistré',
  week: {
    title: 'Chaque semaine',
    workingDays: 'Jours travaillés',
    noDay: 'Choisissez au moins un jour.',
    physicalTransportDays: 'Jours ouvrés pour qu’une empreinte physique arrive',
    appointmentBufferDays: 'Jours entre la livraison et le rendez-vous',
    number: 'Un nombre entier de 0 à 10.',
    submit: 'Enregistrer la semaine',
    saved: 'Semaine enregistrée',
  },
  effect: {
    title: 'Ce qui est promis',
    looking: 'Nous regardons ce qui est promis…',
    failed: 'Ce qui est promis n’a pas pu être regardé',
    none: 'Rien n’est promis ces jours-là.',
    deliveries: (count, late) =>
      `${
        count <= 1
          ? `${count} livraison promise tombe ces jours-là`
          : `${count} livraisons promises tombent ces jours-là`
      }${
        late > 0
          ? `\u00a0: ${count < 2 ? 'déplacée, elle viendrait' : `déplacées, ${late} ${late < 2 ? 'viendrait' : 'viendraient'}`} après le rendez-vous`
          : ''
      }`,
    more: count => `et ${count} de plus`,
    stays: 'aucun jour à portée\u00a0: elle reste',
    late: at => `après le rendez-vous du ${at}`,
    lateAlready: at => `déjà après le rendez-vous du ${at}`,
    appointment: at => `rendez-vous ${at}`,
    line: (what, from, to) => `${what}\u00a0: ${from} → ${to}`,
    pickups: count =>
      count <= 1
        ? `${count} collecte est demandée. Elle reste tant que vous ou le cabinet ne l’annulez pas.`
        : `${count} collectes sont demandées. Elles restent tant que vous ou les cabinets ne les annulez pas.`,
    pickup: (practice, day, shift) => `${practice}\u00a0: ${day}, ${shift}`,
    shifts: { AM: 'matin', PM: 'après-midi' },
    choice: 'Ces livraisons',
    move: 'Les déplacer',
    moveHint: 'Au premier jour où vous travaillez et où le cabinet est là. Chaque cabinet en est informé.',
    early: count =>
      count < 2
        ? 'Avancer celle qui peut encore arriver à temps'
        : `Avancer les ${count} qui peuvent encore arriver à temps`,
    earlyHint: others =>
      `Au dernier jour possible avant\u00a0: le travail doit être prêt d’ici là.${others > 0 ? ' Les autres sont déplacées.' : ''} Chaque cabinet en est informé.`,
    possibleBefore: day => `livrable avant, le ${day}`,
    keep: 'Les garder',
    keepHint: 'Elles restent promises pour ce jour\u00a0: il faudra bien les livrer.',
    missing: 'Voyez ce qui est promis ces jours-là, puis choisissez.',
  },
  moved: count => (count <= 1 ? `${count} livraison déplacée` : `${count} livraisons déplacées`),
  rounds: {
    title: 'Collectes',
    description:
      'Jusqu’à quand un cabinet peut demander une collecte. Si vos délais de livraison en parlent, changez-les aussi.',
    toTimes: 'Ouvrir les délais de livraison',
    shifts: { AM: 'Tournée du matin', PM: 'Tournée de l’après-midi' },
    days: 'Jours avant',
    daysHint: '0 pour le jour même',
    time: 'Au plus tard à',
    timeHint: 'Comme 08:00',
    byWeekday: 'Jours de la semaine qui ne sont pas comme les autres',
    add: 'Ajouter un jour',
    weekday: 'Jour de la semaine',
    shift: 'Tournée',
    kind: 'Ce jour-là',
    kinds: { none: 'Pas de tournée', other: 'Une autre limite' },
    remove: (weekday, shift) => `Retirer ${weekday}, ${shift}`,
    daysWrong: 'Un nombre entier de 0 à 14.',
    timeWrong: 'Une heure comme 08:00.',
    repeated: 'Le même jour et la même tournée y sont deux fois.',
    submit: 'Enregistrer les collectes',
    saved: 'Collectes enregistrées',
  },
  closed: {
    title: 'Jours fermés',
    description: 'Jours fériés et fermetures. Rien n’est promis ces jours-là.',
    none: {
      title: 'Aucun jour fermé à venir',
      description: 'Ajoutez les jours fériés d’une année, ou fermez des jours.',
    },
    columns: { day: 'Jour', name: 'Nom', actions: 'Actions' },
    add: 'Fermer des jours…',
    fill: 'Jours fériés d’une année…',
    open: day => `Rouvrir le ${day}`,
    openTitle: day => `Rouvrir le ${day}\u202f?`,
    openDescription: 'Ce qui est promis reste comme il a été dit.',
    opened: day => `De nouveau ouvert le ${day}`,
    notOpened: 'Ce jour est toujours fermé',
  },
  form: {
    title: 'Fermer des jours',
    from: 'Premier jour',
    to: 'Dernier jour',
    format: 'Jour, mois, année\u00a0: JJ/MM/AAAA',
    pick: 'Choisir le jour dans le calendrier',
    nameFr: 'Nom en français',
    nameEn: 'Nom en anglais',
    nameHint: 'Les cabinets le lisent à côté de leur promesse.',
    notADay: 'Donnez un jour comme 24/12/2026.',
    before: 'Le dernier jour vient avant le premier.',
    tooLong: 'Trois mois au plus à la fois.',
    nameLong: '80 caractères au plus.',
    submit: 'Fermer ces jours',
    saved: 'Jours fermés enregistrés',
  },
  fill: {
    title: 'Jours fériés d’une année',
    description: 'Les jours fériés de France. Un jour déjà fermé garde son nom.',
    year: 'Année',
    yearWrong: 'Une année de 2020 à 2100.',
    submit: 'Remplir l’année',
    saved: year => `Jours fériés de ${year} ajoutés`,
  },
}

import type { Shift } from '#features/rides/contract.ts'
import type { AbsencesText } from './en.ts'

/** French uses the plural from two. */
const counted = (count: number, one: string, many: string) => `${count} ${count < 2 ? one : many}`
const de = (words: string) => (/^une/.test(words) ? `d’${words}` : `de ${words}`)
const travaux = (count: number) => counted(count, 'travail', 'travaux')
const halves: Record<Shift, string> = { AM: 'matin', PM: 'après-midi' }
const period = (from: string, to: string | undefined) => (to ? `du ${from} au ${to}` : `du ${from}`)

export const fr: AbsencesText = {
  title: 'Absences',
  description: 'Les jours où le cabinet est fermé. Le laboratoire déplace les livraisons prévues ces jours-là.',
  add: 'Déclarer une absence',
  views: 'Vues',
  tabs: { upcoming: 'À venir', all: 'Toutes' },
  columns: { dates: 'Dates', duration: 'Durée', delivery: 'Livraison', actions: 'Actions' },
  dates: (from, to) => (to ? `Du ${from} au ${to}` : `Le ${from}`),
  days: count =>
    count === 0.5
      ? 'une demi-journée'
      : count % 1
        ? `${counted(Math.floor(count), 'jour', 'jours')} et demi`
        : counted(count, 'jour', 'jours'),
  every: {
    week: (from, to) => (to ? `Chaque semaine, du ${from} au ${to}` : `Chaque ${from}`),
    year: (from, to) => (to ? `Chaque année, du ${from} au ${to}` : `Chaque année, le ${from}`),
  },
  acts: { show: 'Dates', edit: 'Modifier', remove: 'Supprimer' },
  series: {
    until: day => `jusqu’au ${day}`,
    next: when => `prochaine ${when}`,
    show: name => `Voir toutes les dates\u00a0: ${name}`,
    description: 'Chaque date peut être modifiée ou supprimée seule, avec les suivantes, ou avec toute la série.',
    removeAll: count => `Supprimer ${counted(count, 'date', 'dates')} à venir`,
    remove: name => `Supprimer l’absence\u00a0: ${name}`,
    question: name => `Supprimer l’absence\u202f? ${name}`,
    done: count => counted(count, 'date supprimée', 'dates supprimées'),
  },
  ongoing: 'en cours',
  over: 'passée',
  possible: 'Livraison possible',
  impossible: 'Pas de livraison',
  found: count => counted(count, 'absence', 'absences'),
  empty: {
    upcoming: {
      title: 'Aucune absence à venir',
      description: 'Déclarez vos congés dès que vous les connaissez : rien ne sera livré devant une porte close.',
    },
    all: {
      title: 'Aucune absence déclarée',
      description: 'Déclarez vos congés dès que vous les connaissez : rien ne sera livré devant une porte close.',
    },
  },
  failed: 'Les absences n’ont pas pu être chargées',
  outdated: 'Cette liste n’est peut-être plus à jour',
  form: {
    title: 'Déclarer une absence',
    required: 'Les deux jours sont obligatoires. Ils font partie de l’absence.',
    from: 'Premier jour',
    to: 'Dernier jour',
    format: 'Jour, mois, année : JJ/MM/AAAA',
    there: (from, to) => (to ? `absence déjà notée, du ${from} au ${to}` : `absence déjà notée, ${from}`),
    pickFrom: 'Choisir le premier jour dans le calendrier',
    pickTo: 'Choisir le dernier jour dans le calendrier',
    fromShift: 'Commence',
    fromShifts: { AM: 'le matin', PM: 'à midi' },
    toShift: 'Se termine',
    toShifts: { AM: 'à midi', PM: 'le soir' },
    every: 'Se répète',
    once: 'non, une seule fois',
    paces: { week: 'chaque semaine', year: 'chaque année' },
    until: 'Se répète jusqu’au',
    untilHint: { week: 'Deux ans au plus. JJ/MM/AAAA', year: 'Dix ans au plus. JJ/MM/AAAA' },
    pickUntil: 'Choisir dans le calendrier jusqu’à quand elle revient',
    deliveryPossible: 'La livraison reste possible',
    deliveryHint: 'Quelqu’un est là pour recevoir les travaux : les livraisons prévues ces jours-là ne bougent pas.',
    length: (days, from, to) => `Absence ${de(days)} : du ${from} au ${to}`,
    lengthOfOne: (days, day) => `Absence ${de(days)} : le ${day}`,
    submit: 'Déclarer l’absence',
    failed: 'L’absence n’est pas déclarée',
    overlaps: 'Une absence existe déjà pour cette période.',
    overlapping: (from, to) => `Chevauche celle ${period(from, to)}.`,
    other: (from, to) => (to ? `Elle va du ${from} au ${to}.` : `C’est celle du ${from}.`),
    faults: {
      fromMissing: 'Indiquez le premier jour.',
      toMissing: 'Indiquez le dernier jour.',
      notADay: 'Indiquez un jour qui existe, sous la forme JJ/MM/AAAA.',
      before_from: 'Indiquez un jour qui ne précède pas le premier.',
      in_the_past: 'Cette absence est déjà passée. Indiquez un jour à partir d’aujourd’hui.',
      too_long: 'Une absence dure au plus 366 jours. Indiquez un jour plus proche.',
      endsBefore: 'Elle se termine avant de commencer. Choisissez une autre demi-journée.',
      overlaps_itself: 'Elle dure encore quand elle revient. Indiquez un jour plus proche.',
      untilMissing: 'Indiquez jusqu’à quel jour elle revient.',
      comes_once: 'Elle ne revient pas d’ici là. Indiquez un jour plus éloigné.',
      too_far: 'C’est trop loin. Indiquez un jour plus proche.',
    },
  },
  edit: {
    act: (from, to) => `Modifier l’absence ${period(from, to)}`,
    submit: 'Enregistrer l’absence',
    failed: 'L’absence n’est pas modifiée',
    series: name => `Modifier l’absence\u00a0: ${name}`,
    ofSeries:
      'Chaque date garde sa semaine ou son année. Une date modifiée seule suit de nouveau les autres\u202f; une date supprimée le reste.',
    doneAll: count => counted(count, 'date modifiée', 'dates modifiées'),
    done: (from, to) => `Absence ${period(from, to)} modifiée`,
  },
  scope: {
    change: 'Que modifier\u202f?',
    remove: 'Que supprimer\u202f?',
    one: (from, to) => (to ? `Seulement du ${from} au ${to}` : `Seulement le ${from}`),
    following: 'Cette date et les suivantes',
    all: 'Toute la série à venir',
  },
  moving: {
    none: 'Aucune livraison ne bouge.',
    some: (count, late, already) =>
      `${counted(count, 'livraison bouge', 'livraisons bougent')}${late > 0 ? `, dont ${late} après le rendez-vous` : ''}${
        already > 0 ? ` (${counted(already, 'l’était', 'l’étaient')} déjà)` : ''
      }`,
    keep: 'Livraison possible quand même',
    list: 'Livraisons qui bougent',
    times: count => `Elle revient\u00a0: ${counted(count, 'date', 'dates')}.`,
    leftOut: (count, times) =>
      `${counted(count, 'date est laissée', 'dates sont laissées')} de côté, une autre absence y étant déjà\u00a0: ${times}.`,
    replaced: count => `Elle prend la place de ${counted(count, 'absence qui revient', 'absences qui reviennent')}.`,
    line: (to, from) => `livraison le ${to}, au lieu du ${from}`,
    late: at => `après le rendez-vous : ${at}`,
    lateAlready: at => `déjà après le rendez-vous : ${at}`,
    appointment: at => `rendez-vous ${at}`,
    rest: (count, late) =>
      `${count < 2 ? 'Voir l’autre' : `Voir les ${count} autres`}${late > 0 ? `, dont ${late} après le rendez-vous` : ''}`,
    dates: (from, to) => (to ? `du ${from} au ${to}` : `le ${from}`),
    more: count => `et ${counted(count, 'autre', 'autres')}`,
    allLeftOut: count => `Voir les ${count} dates laissées de côté`,
  },
  parcels: {
    some: count => `${counted(count, 'colis arrive', 'colis arrivent')} quand même, déjà chez le transporteur`,
    list: 'Colis qui arrivent quand même',
    line: (carrier, day) => `${carrier}, arrive le ${day}`,
  },
  pickups: {
    some: (count, isConfirmed) =>
      count < 2
        ? `${count} collecte${isConfirmed ? ' confirmée' : ''} tombe dans l’absence`
        : `${count} collectes${isConfirmed ? ' confirmées' : ''} tombent dans l’absence`,
    halves,
    cancel: slot => `Annuler la collecte du ${slot}`,
    called: 'Aucun coursier ne viendra.',
    kept: takes =>
      `Le coursier passera${takes > 0 ? ` et emportera ${travaux(takes)}` : ''}\u00a0: quelqu’un doit être là.`,
    tooLate: slot =>
      `Il est trop tard pour annuler ici la collecte du ${slot}\u00a0: le coursier passera. Si personne n’est là, appelez le`,
    willBeCancelled: count => `${counted(count, 'collecte sera annulée', 'collectes seront annulées')}.`,
    wereCancelled: count => `${counted(count, 'collecte est annulée', 'collectes sont annulées')}.`,
    waiting: (count, late) =>
      `${counted(count, 'travail attend', 'travaux attendent')} une autre collecte${
        late > 0 ? `, dont ${late} qui ${late < 2 ? 'ne reviendra' : 'ne reviendront'} pas à temps` : ''
      }.`,
    stayCancelled: (count, slots) =>
      count < 2 ? `La collecte du ${slots} reste annulée.` : `Ces collectes restent annulées\u00a0: ${slots}.`,
    again: 'Programmer une collecte',
    stand: count => `${counted(count, 'collecte est maintenue', 'collectes sont maintenues')}.`,
  },
  done: (from, to) => `Absence ${period(from, to)} déclarée`,
  nothingMoved: 'Aucune livraison n’a dû être déplacée.',
  moved: count => `${counted(count, 'livraison est déplacée', 'livraisons sont déplacées')} en conséquence.`,
  removal: {
    act: (from, to) => `Supprimer l’absence ${period(from, to)}`,
    title: (from, to) => `Supprimer l’absence ${period(from, to)} ?`,
    description: 'Les livraisons qu’elle a déplacées reviennent à un jour plus proche, là où le laboratoire le peut.',
    keep: 'Garder l’absence',
    done: (from, to) => `Absence ${period(from, to)} supprimée`,
    failed: 'L’absence n’est pas supprimée',
  },
}

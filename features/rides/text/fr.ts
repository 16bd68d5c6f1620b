import type { RideStatus, Shift } from '../contract.ts'
import type { RidesText } from './en.ts'

const shifts: Record<Shift, string> = { AM: 'matin', PM: 'après-midi' }
const statuses: Record<RideStatus, string> = {
  requested: 'Demandée',
  confirmed: 'Confirmée',
  picked_up: 'Effectuée',
  nobody_there: 'Personne sur place',
  cancelled: 'Annulée',
}
const when = (day: string, shift: Shift) => `${day}, ${shifts[shift]}`

/** "08:00" becomes "8 h", "17:30" becomes "17 h 30". */
const hour = (time: string) => time.replace(/^0/, '').replace(':', ' h ').replace(/ 00$/, '')

export const fr: RidesText = {
  title: 'Collectes',
  description: 'Un coursier passe prendre vos empreintes, le matin ou l’après-midi.',
  schedule: 'Programmer une collecte',
  requested: 'Fournitures demandées',
  shifts,
  statuses,
  when,
  taken: {
    kinds: { impression: 'Empreinte', parts: 'Pièces', adjustment: 'À retoucher' },
    others: count => (count < 2 ? `${count} autre` : `${count} autres`),
  },
  earlier: {
    possible: slot => `Une collecte est possible plus tôt\u00a0: ${slot}.`,
    schedule: 'Programmer cette collecte',
  },
  next: 'Prochaine collecte',
  nothing: {
    title: 'Aucune collecte prévue',
    description:
      'Quelque chose à envoyer au laboratoire ? Demandez un coursier : dites le jour, et le matin ou l’après-midi.',
  },
  cancelBefore: instant => `Annulable jusqu’au ${instant}`,
  tooLateToCancel: 'Trop tard pour l’annuler ici. Pour y changer quelque chose, appelez le',
  duringAbsence: 'Pendant votre absence\u00a0: quelqu’un doit être là pour le coursier.',
  laboratoryClosed: 'Le laboratoire est fermé ce jour-là\u00a0: demandez-lui si un coursier passe.',
  upcoming: 'À venir',
  past: 'Passées et annulées',
  columns: { date: 'Date', status: 'Statut', information: 'Informations', actions: 'Actions' },
  noInformation: 'Aucune',
  failed: 'Les collectes n’ont pas pu être chargées',
  outdated: 'Ces collectes ne sont peut-être plus à jour',
  form: {
    title: 'Programmer une collecte',
    optional: '(facultatif)',
    date: 'Jour',
    format: 'Jour, mois, année : JJ/MM/AAAA',
    noRounds: days => `Pas de tournée : ${days}`,
    absence: 'votre absence',
    pick: 'Choisir le jour dans le calendrier',
    shift: 'Moment',
    shifts: { AM: 'Matin', PM: 'Après-midi' },
    halves: { AM: 'matin', PM: 'après-midi' },
    cutOff: (days, time) =>
      days === 0
        ? `à demander le jour même avant ${hour(time)}`
        : days === 1
          ? `à demander la veille avant ${hour(time)}`
          : `à demander ${days} jours plus tôt, avant ${hour(time)}`,
    tooLate: 'trop tard pour ce jour',
    taken: 'déjà demandée',
    withoutRound: 'pas de tournée ce jour-là',
    gone: 'jour passé',
    information: 'Informations complémentaires',
    informationHint: most => `Nombre d’empreintes, code d’entrée, personne à demander : ${most} caractères au plus.`,
    firstPossible: slot => `Choisir la prochaine collecte possible : ${slot}`,
    submit: 'Demander la collecte',
    failed: 'La collecte n’est pas demandée',
    service: 'Veuillez contacter le service client :',
    dateMissing: 'Indiquez le jour.',
    notADay: 'Indiquez un jour qui existe, sous la forme JJ/MM/AAAA.',
    past: day => `Le ${day} est passé. Indiquez un jour à partir d’aujourd’hui.`,
    tooFar: day => `Une collecte peut être demandée jusqu’au ${day}. Indiquez un jour plus proche.`,
    weekend: day => `Il n’y a pas de tournée le ${day}. Choisissez un autre jour.`,
    holiday: (day, name) => `Il n’y a pas de tournée le ${day} (${name}). Choisissez un autre jour.`,
    absent: day => `Votre cabinet est absent le ${day}. Choisissez un autre jour, ou supprimez d’abord l’absence.`,
    halfAway: slot => `Personne au cabinet à ce moment : ${slot}. Choisissez l’autre demi-journée ou un autre jour.`,
    away: 'personne sur place',
    lateForShift: slot => `Il est trop tard pour le ${slot}. Choisissez un autre moment ou un autre jour.`,
    exists: slot => `Une collecte est déjà demandée pour le ${slot}. Choisissez un autre moment ou un autre jour.`,
    tooLong: most => `Raccourcissez à ${most} caractères.`,
  },
  refusals: {
    ride_exists: 'Une collecte est déjà demandée pour ce moment.',
    ride_too_late: 'Il est trop tard pour ce moment.',
    laboratory_closed: 'Il n’y a pas de tournée ce jour-là.',
    practice_absent: 'Votre cabinet est absent ce jour-là.',
    no_round: 'Il n’y a pas de tournée à ce moment-là.',
    ride_too_far: 'Ce jour est trop lointain.',
  },
  done: slot => `Collecte demandée : ${slot}`,
  cancel: {
    act: slot => `Annuler la collecte du ${slot}`,
    title: slot => `Annuler la collecte du ${slot} ?`,
    description: 'Aucun coursier ne viendra. Vous pourrez en redemander un tant que l’heure limite n’est pas passée.',
    nothing: 'Rien ne doit partir avec cette collecte pour l’instant.',
    left: (count, late) =>
      `Le coursier devait emporter ${count < 2 ? `${count} travail` : `${count} travaux`}${
        late > 0 ? `, dont ${late} ne ${late < 2 ? 'reviendra' : 'reviendront'} pas à temps` : ''
      }`,
    list: 'Ce que le coursier devait emporter',
    lateForDelivery: day => `trop tard pour la livraison du ${day}`,
    late: at => `trop tard pour le rendez-vous : ${at}`,
    appointment: at => `rendez-vous ${at}`,
    others: count => `et ${count < 2 ? `${count} autre` : `${count} autres`}`,
    instead: slot => `Tout part à la place avec la collecte suivante : ${slot}.`,
    unplanned: slot => `Aucune autre collecte n’est prévue. La première possible : ${slot}.`,
    nobody: 'Aucune autre collecte n’est prévue, et aucune ne peut être demandée pour l’instant.',
    promised:
      'Les livraisons promises ne bougent pas d’elles-mêmes : le laboratoire les confirme ou vous donne un autre jour.',
    notLooked: 'Ce que cette collecte devait emporter n’a pas pu être lu.',
    keep: 'Garder la collecte',
    close: 'Fermer',
    done: slot => `Collecte annulée : ${slot}`,
    failed: 'La collecte n’est pas annulée',
    tooLate: 'Le coursier est peut-être déjà en route : seul le laboratoire peut encore le rappeler.',
  },
}

import type { ShippingText } from './shipping-en.ts'

const cases = (count: number) => (count < 2 ? `${count} travail` : `${count} travaux`)

const minutesOf = (minutes: number) => `${minutes.toLocaleString('fr-FR')} min`

export const fr: ShippingText = {
  title: 'Expéditions',
  description: until => `Ce qui doit partir pour le ${until} et avant`,
  until: 'À livrer jusqu’au',
  filters: 'Quels travaux',
  failed: 'Ce qui doit partir n’a pas pu être chargé',
  outdated: 'Cette liste n’est peut-être pas à jour',
  nothing: {
    title: 'Rien ne doit partir',
    description: 'Les travaux en fabrication apparaissent ici quand leur jour approche.',
  },
  columns: { case: 'Travail', practice: 'Cabinet', delivery: 'Livraison', state: 'Statut', actions: 'Changer' },
  choose: code => `Choisir ${code}`,
  chooseAll: 'Choisir tout ce qui doit partir',
  chosen: count => `${cases(count)} ${count < 2 ? 'choisi' : 'choisis'}`,
  late: 'en retard',
  toLeave: 'À expédier',
  left: 'Expédié',
  ownDriver: 'notre coursier',
  ship: 'Expédié',
  shipOne: code => `Expédié : ${code}`,
  shipWith: 'Avec un transporteur…',
  shipMenu: code => `Autres actions pour ${code}`,
  shipped: count => (count < 2 ? `${count} travail expédié` : `${count} travaux expédiés`),
  notShipped: 'Rien n’est changé',
  leftBehind: codes => `Pas en fabrication, laissés tels quels\u00a0: ${codes}`,
  labels: 'Étiquettes',
  label: 'Étiquette du sachet',
  sizes: { '62mm': 'Rouleau, 62 mm', a6: 'Feuille, A6' },
  labelsFailed: 'Les étiquettes n’ont pas pu être faites',
  fileName: 'etiquettes.pdf',
  form: {
    title: count => (count < 2 ? 'Envoyer par un transporteur' : `Envoyer ${count} travaux par un transporteur`),
    carrier: 'Transporteur',
    carrierHint: 'Colissimo, Chronopost, un transporteur.',
    number: 'Numéro de suivi',
    url: 'Adresse de suivi',
    urlHint: 'Commence par https://',
    optional: '(facultatif)',
    submit: 'Noter l’expédition',
    failed: 'Rien n’est changé',
    required: 'Dites qui le transporte.',
    tooLong: 'Raccourcissez.',
    address: 'Donnez une adresse qui commence par https://, ou laissez vide.',
  },
  station: {
    title: 'Où se trouve cet appareil',
    description:
      'Avec un poste, chaque lecture y fait entrer son travail, et l’en fait sortir quand elle s’y répète\u00a0: les chiffres savent ainsi combien de temps prend chaque travail. Personne n’est nommé.',
    name: 'Poste (facultatif)',
    hint: 'Par exemple Fraisage, Céramique ou Finition. Vide\u00a0: une lecture ouvre seulement le travail.',
    isHere: (code, station) => `${code} est maintenant au poste\u00a0: ${station}`,
    isDone: (code, station, minutes) =>
      minutes === null
        ? `${code} a quitté le poste\u00a0: ${station}`
        : `${code} a quitté le poste\u00a0: ${station}, après ${minutesOf(minutes)}`,
    before: code => `${code} n’y est plus.`,
  },
  scan: {
    title: 'Scanner',
    description: 'L’étiquette d’un sachet, par l’appareil photo ou un lecteur, ou son numéro tapé.',
    code: 'Numéro de l’étiquette',
    missing: 'Lisez une étiquette, ou tapez son numéro.',
    open: 'Chercher',
    camera: 'Utiliser l’appareil photo',
    stopCamera: 'Arrêter l’appareil photo',
    preview: 'Appareil photo',
    noCamera: 'L’appareil photo n’est pas utilisable. Tapez le numéro.',
    unknown: code => `Aucun travail ne porte le numéro ${code}.`,
    failed: 'Le travail n’a pas pu être trouvé',
    delivery: day => `Livraison\u00a0: ${day}`,
    run: 'Voir la tournée de ce jour',
  },
}

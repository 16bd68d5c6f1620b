import type { AttachmentsText } from './en.ts'

export const fr: AttachmentsText = {
  title: 'Fichiers',
  drop: {
    title: 'Déposez vos fichiers ici',
    browse: 'Choisir des fichiers',
    photo: 'Prendre une photo',
    limits: (size, files) =>
      `Photos, PDF et scans (STL, PLY, OBJ, 3MF, ou leur ZIP), ${size} maximum chacun, ${files} par travail`,
    full: (files, canMakeRoom) =>
      `Ce travail a déjà ${files} fichiers de votre part, c’est le maximum.${canMakeRoom ? ' Retirez-en un pour en ajouter un autre.' : ''}`,
    taken: count => (count > 1 ? `${count} fichiers repris dans cette demande` : 'Fichier repris dans cette demande'),
    takenWhere: 'Plus bas, avec le commentaire.',
  },
  list: {
    add: 'Joindre des fichiers',
    label: 'Fichiers de ce travail',
    count: count => (count > 1 ? `${count} fichiers` : `${count} fichier`),
    empty: 'Aucun fichier pour le moment',
    emptyHint: 'Les photos, scans et prescriptions ajoutés ici arrivent aussitôt au laboratoire.',
    added: (by, when) => `${by}, ${when}`,
    open: name => `Ouvrir ${name}`,
    download: 'Télécharger',
    downloadNamed: name => `Télécharger ${name}`,
    remove: 'Retirer',
    removeNamed: name => `Retirer ${name}`,
    compressed: 'compressé pour l’envoi, à 5 µm près',
    failed: 'Les fichiers n’ont pas pu être chargés',
  },
  roles: {
    label: name => `Ce que montre ${name}`,
    none: 'Non précisé',
    upper: 'Arcade du haut',
    lower: 'Arcade du bas',
    bite: 'Occlusion',
    preparation: 'Préparation',
    antagonist: 'Antagoniste',
    abutment: 'Scan body',
    gingiva: 'Gencive',
    marker: 'Marqueur',
  },
  there: {
    label: 'Scans du travail',
    title: 'Scans\u00a0:',
    present: { upper: 'haut ✓', lower: 'bas ✓', bite: 'occlusion ✓' },
    missing: { upper: 'haut manquant', lower: 'bas manquant', bite: 'occlusion manquante' },
  },
  strange: {
    title: count =>
      count === 1
        ? 'Le nom d’un fichier dit peut-être celui du patient'
        : `Les noms de ${count} fichiers disent peut-être celui du patient`,
    replace: (words, code) => `Remplacer ${words} par ${code}`,
    otherCode: (name, other, code) =>
      `«\u00a0${name}\u00a0» porte le code ${other}\u00a0: cette demande est pour ${code}.`,
    failed: 'Les fichiers n’ont pas pu être renommés',
  },
  roleFailed: name => `${name} n’a pas pu être précisé`,
  archive: {
    archive_unreadable:
      'Cette archive ZIP ne peut pas être lue. Exportez-la de nouveau, ou déposez ses fichiers un à un.',
    archive_locked: 'Cette archive ZIP est protégée par un mot de passe. Déposez ses fichiers un à un.',
    archive_too_large: 'Cette archive ZIP contient trop de fichiers ou de données. Déposez seulement ce qui est utile.',
  },
  removal: {
    title: name => `Retirer « ${name} » ?`,
    description: 'Ni le cabinet ni le laboratoire ne verront plus ce fichier.',
    confirm: 'Retirer le fichier',
    cancel: 'Le garder',
    done: name => `« ${name} » est retiré`,
    failed: name => `« ${name} » n’a pas pu être retiré`,
  },
  sending: {
    label: 'Fichiers en cours d’envoi',
    unpacking: 'Ouverture de l’archive…',
    leftOut: names => `Laissé de côté, car ne peut pas être joint : ${names}`,
    alreadyThere: 'Déjà joint\u00a0: ce fichier est déjà là.',
    waiting: 'En attente',
    progress: percent => `${percent} %`,
    compressing: 'Compression en cours : aucun point ne bouge de plus de 5 µm, le laboratoire reçoit un fichier STL.',
    shrinking: 'Réduction de la photo…',
    cancel: name => `Annuler l’envoi de ${name}`,
    retry: 'Réessayer',
    retryNamed: name => `Réessayer d’envoyer ${name}`,
    dismiss: name => `Retirer ${name} de cette liste`,
    sent: name => `${name} est envoyé`,
    compress: 'Compresser et envoyer',
    compressOffer: (size, limit) =>
      `Ce scan fait ${size}, plus que les ${limit} autorisés. Il peut être compressé ici, environ trente fois ; aucun point ne bouge de plus de 5 µm, et le laboratoire reçoit un fichier STL.`,
    colorsLost: 'Les couleurs du scan ne sont pas gardées.',
    stillTooLarge: (size, limit) =>
      `Même compressé, ce scan fait ${size}, plus que les ${limit} autorisés. Exportez seulement la partie utile, ou appelez le laboratoire.`,
    empty: 'Ce fichier est vide. Exportez-le de nouveau, puis renvoyez-le.',
    notReadable:
      'Ce fichier ne contient pas de scan lisible. Exportez-le de nouveau depuis le logiciel de votre scanner.',
  },
  download: { failed: name => `« ${name} » n’a pas pu être téléchargé` },
  viewer: {
    close: 'Fermer',
    loading: 'Chargement du fichier',
    notLoaded: 'Le fichier n’a pas pu être chargé',
    failed: 'Ce fichier ne peut pas être affiché ici',
    failedHint: 'Téléchargez-le pour l’ouvrir sur votre appareil.',
    openInTab: 'Ouvrir dans un onglet',
    scan: name => `Scan ${name}. Tournez-le avec les flèches, rapprochez-le avec plus et moins.`,
    picture: name => `Image du scan ${name}`,
    noTurning: 'Ce navigateur ne peut pas faire tourner le scan ; en voici une image.',
    views: 'Vue',
    front: 'De face',
    above: 'De dessus',
    below: 'De dessous',
    closer: 'Plus près',
    further: 'Plus loin',
    triangles: count => `${count.toLocaleString('fr-FR')} triangles`,
    turnHint: 'Glissez pour tourner, pincez ou défilez pour zoomer',
  },
  refusals: {
    file_too_large: 'Ce fichier est trop volumineux.',
    file_type_refused:
      'Ce type de fichier ne peut pas être joint. Sont acceptés les photos (JPG, PNG, WebP), les PDF et les scans (STL, PLY, OBJ, 3MF, ou leur ZIP).',
    file_is_not_what_it_says:
      'Le contenu de ce fichier ne correspond pas à son nom. Exportez-le de nouveau, puis renvoyez-le.',
    image_too_large:
      'Cette photo a trop de pixels : 50 mégapixels au plus en JPEG, 25 en PNG, 12 en WebP. Réduisez-la, puis renvoyez-la.',
    too_many_files: 'Le nombre de fichiers autorisé pour un travail est atteint.',
    quota_exceeded: 'L’espace prévu pour les fichiers de ce cabinet est plein. Seul le laboratoire peut l’agrandir.',
    order_over: 'Ce travail a été annulé\u00a0: plus aucun fichier ne s’y joint.',
    not_a_scan: 'Seul un scan montre une arcade.',
    attachment_is_kept: 'Ce fichier ne se renomme plus : le travail est en cours.',
    storage_unavailable: 'Le fichier n’a pas pu être enregistré. Réessayez dans un instant.',
    file_lost: 'Ce fichier n’est plus disponible. Appelez le laboratoire.',
  },
  tooLarge: (size, limit) => `Ce fichier fait ${size} ; ${limit} au maximum sont autorisés.`,
}

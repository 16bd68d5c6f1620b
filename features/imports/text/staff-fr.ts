import { roles } from '#features/colleagues/text/fr.ts'
import { mostBytes, mostFamilies, mostLines, mostOfFamily } from '../rules.ts'
import type { ImportText } from './staff-en.ts'

const megabytes = mostBytes / 1_000_000
const number = (count: number) => count.toLocaleString('fr')
const plural = (count: number, one: string, many: string) => `${number(count)} ${count < 2 ? one : many}`

export const fr: ImportText = {
  title: 'Import',
  description:
    'Reprenez ce que contient votre logiciel d’avant. Rien n’est importé avant que vous ayez vu ce que cela donnerait.',

  kinds: {
    products: 'Catalogue',
    practices: 'Cabinets et leurs personnes',
    people: 'Personnes de cabinets déjà là',
    cases: 'Travaux en cours',
  },
  roles,
  file: {
    title: 'Le fichier',
    kind: 'Ce qu’il contient',
    choose: 'Choisir un fichier…',
    drop: 'ou déposez-le ici',
    hint: lines =>
      `Excel (.xlsx, sa première feuille) ou CSV\u00a0: ${megabytes}\u00a0Mo et ${number(lines)} lignes au plus. Une ligne de titres nomme les colonnes.`,
    sample: 'Télécharger un fichier d’exemple',
    sampleName: kind =>
      `exemple-${{ products: 'catalogue', practices: 'cabinets', people: 'personnes', cases: 'travaux' }[kind]}.csv`,
    failed: 'Le fichier n’a pas été lu',
  },
  columns: {
    title: file => `Les colonnes de ${file}`,
    hint: {
      products:
        'Quelle colonne dit quoi. Ce qu’aucune ne dit reste tel quel\u202f; d’un nouveau produit, le délai, la TVA et ce qu’il demande à la commande sont demandés sous l’aperçu. Ce qui n’a pas de nom anglais s’appelle comme en français.',
      practices:
        'Quelle colonne dit quoi. Chaque ligne est une personne\u00a0: celles du même cabinet (nom et code postal) en font partie, la première d’un nouveau en est le gestionnaire. Les cabinets et personnes déjà là restent tels quels. Sans nom ou sans adresse e‑mail, un cabinet vient sans personne\u00a0: vous l’inviterez plus tard.',
      people:
        'Quelle colonne dit quoi. Chaque ligne est une personne d’un cabinet déjà là, trouvé par son nom (et son code postal, si plusieurs s’appellent ainsi)\u00a0: un nom inconnu est une erreur, aucun cabinet n’est créé. Les personnes déjà là restent telles quelles.',
      cases:
        'Quelle colonne dit quoi. Chaque ligne est un produit d’un travail déjà en cours chez vous\u202f; les lignes de même numéro sont un seul travail. Les cabinets sont trouvés par leur nom (et code postal), les produits par leur référence ou leur nom. Un numéro déjà là reste tel quel, les cabinets ne reçoivent aucun message\u202f; sans numéro, un travail prend le prochain des vôtres.',
    },
    required: '(obligatoire)',
    none: 'Aucune colonne',
    others: count => `Autres colonnes · ${count}`,
    sample: words => `Par exemple\u00a0: ${words}`,
    words: words => `Mots compris\u00a0: ${words}`,
    above: line =>
      `Les titres des colonnes sont à la ligne ${line} du fichier\u00a0: ce qui est au-dessus n’est pas importé.`,
    check: 'Aperçu',
    failed: 'Le fichier n’a pas été parcouru',
    missing: 'Choisissez la colonne qui le dit.',
    halfName:
      'Choisissez la colonne qui le dit, ou «\u00a0Aucune colonne\u00a0» pour le prénom et le nom\u00a0: les cabinets viennent alors sans personne.',
    nameTwice: {
      practices:
        'Le prénom et le nom ne peuvent pas être la même colonne\u00a0: séparez-la en deux dans le fichier et choisissez-le de nouveau, ou choisissez «\u00a0Aucune colonne\u00a0» pour les deux, et les cabinets viennent sans personne.',
      people:
        'Le prénom et le nom ne peuvent pas être la même colonne\u00a0: séparez-la en deux dans le fichier et choisissez-le de nouveau.',
    },
  },
  preview: {
    title: 'Aperçu',
    counts: {
      added: count => plural(count, 'nouveau', 'nouveaux'),
      changed: count => plural(count, 'changé', 'changés'),
      unchanged: count => plural(count, 'inchangé', 'inchangés'),
      wrong: count => `${number(count)} à corriger`,
    },
    wrongTitle: count => (count === 1 ? 'Une ligne est à corriger' : `${number(count)} lignes sont à corriger`),
    wrong: count =>
      `Rien n’est importé tant ${count === 1 ? 'qu’elle n’est pas juste' : 'qu’elles ne sont pas toutes justes'}\u00a0: corrigez le fichier et choisissez-le de nouveau.`,
    wrongOrLeft: count =>
      `Corrigez le fichier et choisissez-le de nouveau. Ou importez les autres maintenant\u00a0: ${
        count === 1
          ? 'la ligne à corriger est enregistrée dans un fichier, avec ce qui ne va pas au bout, pour être importée à part'
          : 'les lignes à corriger sont enregistrées dans un fichier, avec ce qui ne va pas au bout de chacune, pour être importées à part'
      }.`,
    first: count => `Les ${number(count)} premières erreurs\u00a0:`,
    faults: 'Ce qui est à corriger, ligne par ligne',
    lineNumber: line => `Ligne ${line}`,
    heads: {
      line: 'Ligne',
      column: 'Colonne',
      cell: 'Contenu',
      fault: 'À corriger',
      outcome: 'État',
      product: 'Produit',
      family: 'Famille',
      vat: 'TVA',
      person: 'Personne',
      practice: 'Cabinet',
      role: 'Rôle',
      case: 'Travail',
      delivery: 'Promis pour',
      status: 'Statut',
      printType: 'Empreinte',
    },
    nextNumber: 'votre prochain numéro',
    isLate: 'déjà en retard',
    statuses: { registered: 'Enregistré', in_preparation: 'En préparation', in_production: 'En fabrication' },
    printTypes: { optical: 'Optique', physical: 'Physique' },
    shown: (first, last, all) => `${number(first)}–${number(last)} sur ${number(all)}`,
    before: 'Précédentes',
    after: 'Suivantes',
    rowsTitle: 'Telles qu’elles seraient',
    rowsFirst: count => `Telles qu’elles seraient : les ${number(count)} premières`,
    rowsAndManagers:
      'Telles qu’elles seraient\u00a0: les premières, et chaque gestionnaire dont le fichier dit autre chose',
    outcomes: { added: 'Nouveau', changed: 'Changé' },
    was: what => `avant : ${what}`,
    assumed: 'le fichier ne le dit pas',
    firstOfPractice: said => `première personne du cabinet\u202f; le fichier dit «\u00a0${said}\u00a0»`,
    newPractice: 'nouveau cabinet',
    knownPractice: 'déjà là',
    unaddressedOne: 'Personne à inviter',
    unaddressedDetail: 'sans adresse e‑mail',
    unnamedDetail: address => `${address}, sans nom`,
    takenFrom: reference => `${reference} dans le fichier`,
    unaddressed: {
      title: count =>
        count === 1 ? 'Un cabinet vient sans personne' : `${number(count)} cabinets viennent sans personne`,
      description:
        'Leurs lignes n’ont pas d’adresse e‑mail, ou pas de nom à côté\u00a0: ils sont créés, mais personne n’y lit vos messages ni ne commande. Ajoutez quelqu’un depuis la page du cabinet quand vous aurez les deux.',
    },
    alike: {
      title: count =>
        count === 1
          ? 'Un produit porte le nom d’un autre du catalogue'
          : `${number(count)} produits portent le nom d’un autre du catalogue`,
      titleNear: 'Des produits ont presque le nom d’un autre du catalogue',
      description:
        'Importés tels quels, ils y seraient deux fois. Mettre à jour donne au produit déjà là le prix, le délai et le reste du fichier\u00a0: il garde sa référence, son nom et sa famille.',
      all: 'Ceux du même nom',
      choices: { take_over: 'Mettre à jour ceux du catalogue', add: 'Les ajouter comme nouveaux' },
      chooseError: 'Choisissez ce qu’ils deviennent.',
      caption: 'Produits du fichier et du catalogue aux noms semblables',
      first: count => `Les ${number(count)} premiers\u00a0:`,
      heads: { file: 'Dans le fichier', known: 'Au catalogue', becomes: 'Devient' },
      near: 'presque le même nom',
      becomesOf: label => `Ce que devient ${label}`,
      one: { take_over: 'Mise à jour', add: 'Nouveau produit' },
      choose: 'Choisir…',
    },
    unsaid: {
      leadsTitle: 'Quel est leur délai, en jours ouvrés\u202f?',
      leads:
        'Aucune colonne du fichier ne dit le délai de ces nouveaux produits. Choisissez celui de chaque famille\u202f; chaque produit se corrige ensuite dans le catalogue.',
      leadsError: 'Choisissez le délai de ses produits.',
      vatsTitle: 'Quelle est leur TVA\u202f?',
      vats: 'Le fichier ne dit pas la TVA de ces nouveaux produits, et une facture émise ne change plus. Choisissez celle de chaque famille\u202f; chaque produit se corrige ensuite dans le catalogue.',
      vatsError: 'Choisissez la TVA de ses produits.',
      needsTitle: 'Que demandent ces produits ?',
      needs:
        'Ni le fichier ni le catalogue ne disent ce qui est demandé à la commande de ces nouvelles familles. Choisissez pour chacune.',
      products: count => plural(count, 'produit', 'produits'),
      choose: 'Choisir…',
      chooseError: 'Choisissez ce que ses produits demandent.',
      needChoices: {
        teeth_shade: 'Dents et teinte',
        teeth: 'Dents',
        sector: 'Arcade',
        nothing: 'Rien de cela',
      },
      statusTitle: 'Où en sont-ils\u202f?',
      status: cases =>
        `Le fichier ne dit pas le statut de ${plural(cases, 'travail', 'travaux')}. Choisissez-en un pour tous\u202f; chacun s’avance ensuite.`,
      statusLabel: 'Statut de ceux dont le fichier ne le dit pas',
      statusError: 'Choisissez où ils en sont.',
      rolesTitle: 'Le fichier ne dit pas le rôle de chacun',
      roles:
        'Un gestionnaire voit tout du cabinet et décide qui entre. La première personne d’un cabinet sans personne en serait le gestionnaire, quelle que soit sa fonction\u202f; les autres dont il ne dit rien seraient praticiens.',
      takeRoles: (managers, doctors) =>
        `Ces rôles sont justes : ${[
          managers > 0 && plural(managers, 'gestionnaire', 'gestionnaires'),
          doctors > 0 && plural(doctors, 'praticien', 'praticiens'),
        ]
          .filter(Boolean)
          .join(', ')} selon cette règle`,
      rolesError: 'Dites que ces rôles sont justes, ou nommez-les dans une colonne du fichier.',
    },
    invitations: {
      title: 'Invitations par e‑mail',
      later: 'Inviter plus tard',
      laterDetail:
        'Personne ne reçoit de message. Vous les invitez d’une pression, depuis la liste ci-dessous ou la page du cabinet.',
      now: 'Inviter maintenant',
      none: 'Aucun e‑mail ne part',
      noneDetail:
        'Ce portail n’a pas de serveur de messagerie\u00a0: après l’import, copiez le lien de chacun dans la liste des cabinets et transmettez-le vous-même.',
    },
    wholeLine: 'toute la ligne',
    save: 'Télécharger toutes les erreurs',
    fileName: 'erreurs.csv',
    nothing: 'Tout ce que dit ce fichier est déjà là\u00a0: il n’y a rien à importer.',
    invited: count =>
      count === 1
        ? 'À l’import, une invitation à choisir un mot de passe part par e‑mail.'
        : `À l’import, ${number(count)} invitations à choisir un mot de passe partent par e‑mail.`,
    apply: count => (count === 1 ? 'Importer une ligne' : `Importer ${number(count)} lignes`),
    applyRight: (right, wrong) =>
      `Importer ${right === 1 ? 'une ligne' : `${number(right)} lignes`} et garder ${wrong === 1 ? 'celle à corriger' : `les ${number(wrong)} à corriger`} dans un fichier`,
    wrongLinesName: 'lignes-a-corriger.csv',
    keptLines: count =>
      `${count === 1 ? 'Une ligne à corriger est' : `${number(count)} lignes à corriger sont`} dans lignes-a-corriger.csv, parmi vos téléchargements.`,
    failed: 'Rien n’a été importé',
  },
  /** On the screen and in the downloaded file. */
  oneOf: words => `Ce mot n’est pas connu ici. Prenez l’un de ceux-ci\u00a0: ${words}.`,
  faults: {
    address_missing:
      'Sans adresse e‑mail, cette personne ne peut pas entrer dans un cabinet déjà là\u00a0: indiquez son adresse, ou retirez la ligne.',
    required: 'Il manque quelque chose\u00a0: remplissez cette cellule.',
    too_long: 'Le texte est trop long.',
    out_of_range: 'Ce nombre est trop petit ou trop grand.',
    not_listed: 'Ce mot n’est pas connu ici\u00a0: prenez un de ceux du fichier d’exemple.',
    not_text: 'La cellule contient des caractères illisibles.',
    not_a_number: 'Un nombre entier est attendu, comme 5.',
    not_an_amount: 'Un montant en euros est attendu, comme 149,00.',
    not_yes_or_no: 'Oui ou non est attendu.',
    reference_wrong: 'Une référence a des lettres, chiffres, points et tirets, d’abord une lettre ou un chiffre.',
    mail_address_expected: 'Une adresse e‑mail est attendue, comme claire@cabinet.fr.',
    run_only: 'N’a de sens que si les dents sont une «\u00a0suite\u00a0» (bridge).',
    repeated: 'Une ligne plus haut dit déjà la même chose\u00a0: gardez-en une.',
    login_taken: 'Quelqu’un d’autre se connecte déjà avec cette adresse.',
    not_days: 'Des jours sont attendus, comme «\u00a0lun mer ven\u00a0» ou «\u00a0lun-ven\u00a0».',
    practice_unclear: 'Plusieurs cabinets portent ce nom\u00a0: indiquez aussi le code postal.',
    practice_unknown: 'Aucun cabinet ne s’appelle ainsi. Écrivez-le comme dans la liste des cabinets.',
    practice_disabled: 'L’accès est fermé à tout ce cabinet\u00a0: rouvrez-le d’abord.',
    differs: 'Une ligne plus haut dit autre chose du même cabinet ou du même travail.',
    manager_first:
      'Un nouveau cabinet commence par son gestionnaire\u00a0: mettez cette ligne au-dessus des autres de ce cabinet.',
    manager_sees_invoices:
      'La première personne d’un cabinet sans personne en devient le gestionnaire, qui en voit les factures, et cette ligne dit qu’elle ne les voit pas. Mettez au-dessus la ligne du gestionnaire de ce cabinet, ou écrivez ici «\u00a0gestionnaire\u00a0».',
    does_not_prescribe:
      'Le portail n’a pas de rôle pour qui ne prescrit pas\u00a0: un praticien est proposé comme prescripteur, un gestionnaire commande sans l’être, mais voit tout et décide qui entre. Écrivez l’un des deux, ou retirez la ligne.',
    family_unclear:
      'Plusieurs familles portent ce nom, ou presque\u00a0: écrivez-le comme au catalogue, ou renommez-y l’une d’elles.',
    too_many_families: `Un catalogue a ${mostFamilies} familles au plus.`,
    family_full: `Une famille a ${mostOfFamily.toLocaleString('fr')} produits au plus.`,
    code_taken: 'Un travail d’un autre cabinet porte déjà ce numéro.',
    too_many_products: 'Ce travail a plus de produits qu’un travail n’en prend.',
    not_in_catalogue: 'Votre catalogue n’a pas ce produit, ou plusieurs de ce nom\u00a0: donnez sa référence.',
    not_asked: 'Le produit ne le demande pas\u00a0: laissez la cellule vide.',
    not_teeth: 'Des dents sont attendues, comme «\u00a024\u00a0», «\u00a011, 21\u00a0» ou «\u00a013-23\u00a0».',
    not_a_run_of_one_arch: 'Les dents d’un bridge sont sur une seule arcade.',
    run_broken: 'Les dents d’un bridge se suivent.',
    too_few_teeth: 'Le bridge a trop peu de dents pour ce produit.',
    unlike_teeth: 'Cela ne va pas avec les dents.',
    not_a_day: 'Un jour est attendu, comme 30/11/2026.',
    line_unreadable: 'Un guillemet n’est pas fermé, ou la ligne est trop longue\u00a0: la suite n’a pas pu être lue.',
    wrong: 'Ce contenu n’est pas accepté.',
  },
  done: 'Importé',
  list: {
    title: 'Ce qui a été importé',
    failed: 'La liste n’a pas pu être chargée',
    empty: 'Rien pour le moment',
    emptyDescription: 'Ce que vous importez est listé ici, et peut être annulé pendant un jour.',
    heads: { file: 'Fichier', counts: 'Ce qu’il a fait', by: 'Par', at: 'Quand', undo: 'Annuler' },
    undo: 'Annuler…',
    undoOne: file => `Annuler l’import de ${file}`,
    undone: 'Annulé',
    invite: count => (count === 1 ? 'Inviter la personne non invitée' : `Inviter les ${number(count)} non invitées`),
    inviteOf: file => `de ${file}`,
    invited: count => (count === 1 ? 'Une invitation est partie' : `${number(count)} invitations sont parties`),
    notInvited: 'Personne n’a été invité',
    over: 'Plus possible',
  },
  undo: {
    title: file => `Annuler l’import de ${file}\u202f?`,
    description: {
      products: 'Ce qu’il a ajouté disparaît, ce qu’il a changé redevient comme avant. Tout, ou rien.',
      practices:
        'Les invitations que personne n’a suivies prennent fin, les cabinets que personne n’utilise disparaissent. Ce qui sert déjà reste.',
      people: 'Les invitations que personne n’a suivies prennent fin. Qui a choisi un mot de passe reste.',
      cases: 'Les travaux dont rien n’a été dit ni fait depuis disparaissent. Les autres restent.',
    },
    stays: 'Ce qui sert déjà reste\u00a0:',
    confirm: 'Annuler l’import',
    failed: 'L’import n’a pas été annulé',
    done: 'L’import est annulé',
    holds: {
      ordered: 'a été commandé',
      changed_since: 'a été changé depuis',
      joined: 'a choisi un mot de passe',
      in_use: 'sert déjà',
    },
    hold: (what, why) => `${what} ${why}`,
    refusals: {
      undo_over: 'Plus d’un jour s’est écoulé.',
      undo_prevented: 'Quelque chose en dépend déjà\u00a0:',
    },
  },
  refusals: {
    file_unreadable:
      'Ce n’est pas un tableau lisible. Enregistrez-le comme classeur Excel (.xlsx, sans mot de passe) ou en CSV et choisissez celui-là.',
    file_empty: 'Le fichier n’a aucune ligne.',
    file_too_large: `Le fichier dépasse ${megabytes}\u00a0Mo. Divisez-le.`,
    storage_unavailable: 'Il n’y a pas de place pour le fichier en ce moment. Réessayez plus tard.',
    too_many_lines: `Le fichier a plus de ${number(mostLines.products)} lignes, ou de ${number(mostLines.practices)} s’il s’agit de personnes. Divisez-le.`,
    import_over: 'Ce fichier a été importé, ou un autre l’a remplacé. Choisissez-le de nouveau.',
    import_unchecked: 'Regardez d’abord l’aperçu.',
    import_faulty: 'Des lignes sont maintenant à corriger. Regardez de nouveau l’aperçu.',
    import_unsaid: 'Ce que le fichier ne dit pas n’a pas reçu de réponse. Regardez de nouveau l’aperçu.',
    import_moved: 'Quelque chose a changé depuis l’aperçu. Regardez-le de nouveau.',
    not_found: 'Ce fichier n’est plus là\u00a0: il est gardé un jour. Choisissez-le de nouveau.',
  },
}

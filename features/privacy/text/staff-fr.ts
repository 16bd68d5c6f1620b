import type { StaffPrivacyText } from './staff-en.ts'

export const fr: StaffPrivacyText = {
  title: 'Confidentialité',
  description:
    'Qui demande à être oublié, qui a consulté un travail, et ce qui est parti parce que son temps était passé.',
  erasures: {
    title: 'Demandes d’effacement',
    none: 'Personne n’a demandé à être oublié.',
    failed: 'Les demandes n’ont pas pu être chargées',
    asked: (practice, day) => `${practice}, demandé le ${day}`,
    state: { waiting: 'En attente', withdrawn: 'Retirée', refused: 'Refusée', carried_out: 'Effacé' },
    stays: ({ cases, statements, messages, files }) =>
      `Restent sans son nom : ${cases} ${cases > 1 ? 'travaux' : 'travail'}, ${messages} message${messages > 1 ? 's' : ''}, ${files} fichier${files > 1 ? 's' : ''}. Restent avec son nom, comme la loi l’exige : les prescriptions et ${statements} déclaration${statements > 1 ? 's' : ''}.`,
    lastManager: 'C’est le dernier gestionnaire du cabinet : personne n’y pourrait plus inviter de collègues.',
    carryOut: name => `Effacer ${name}`,
    confirmTitle: name => `Effacer ${name} ?`,
    confirmHint: 'Son compte ne nomme plus personne et ne s’ouvre plus. C’est définitif.',
    keep: 'Garder le compte',
    done: 'Le compte est effacé ; la personne l’apprend par e‑mail',
    refuseTitle: name => `Refuser la demande de ${name}`,
    refuseHint: 'Votre phrase lui est envoyée par e‑mail et figure sur son compte.',
    reason: 'Pourquoi',
    required: 'Écrivez une phrase.',
    tooLong: most => `Au plus ${most} caractères.`,
    submit: 'Refuser la demande',
    refused: 'Le refus est en route',
    notDone: 'Rien n’a été décidé',
    refusals: { erasure_decided: 'Cette demande a déjà été décidée.' },
  },
  readers: {
    title: 'Qui a consulté un travail',
    search: 'Numéro du travail',
    searchHint: 'T-26-0413',
    find: 'Chercher',
    hint: 'Ce que vous cherchez ici est consigné aussi.',
    none: 'Aucun travail ne porte ce numéro',
    noneHint: 'Le début d’un numéro suffit ; pour les derniers travaux, toute partie de celui-ci.',
    failed: 'Cela n’a pas pu être chargé',
    nobody: 'Personne ne l’a consulté ces douze derniers mois.',
    caption: code => `Qui a consulté ${code}`,
    columns: { who: 'Qui', what: 'Quoi', at: 'Quand' },
    kinds: {
      case_viewed: 'Le travail',
      files_viewed: 'La liste des fichiers',
      messages_viewed: 'Les messages',
      document_viewed: 'La fiche de traçabilité',
      attachment_downloaded: 'Un fichier',
      case_readers_viewed: 'Qui l’a consulté',
      practice_exported: 'Une copie de tous les travaux du cabinet',
      data_exported: 'Une copie de ses propres données, avec les travaux commandés',
    },
    laboratory: 'Le laboratoire',
    unknown: 'Inconnu',
    older: 'Afficher les plus anciennes',
    erase: 'Effacer le nom du patient',
    eraseTitle: code => `Effacer le nom du patient de ${code} ?`,
    eraseHint:
      'Il est retiré du travail, de ce qui y a été écrit et du nom de ses fichiers. Le code du patient reste. C’est définitif.',
    eraseDo: 'Effacer le nom',
    erased: 'Le nom est effacé',
    notErased: 'Le nom n’a pas été effacé',
    keep: 'Garder le nom',
  },
  retention: {
    title: 'Ce qui est conservé, et combien de temps',
    hint: 'Là où une loi dit combien de temps, le portail s’y tient et personne ne peut le raccourcir. Là seulement où aucune ne le dit, le laboratoire choisit.',
    failed: 'Cela n’a pas pu être chargé',
    columns: { what: 'Quoi', long: 'Combien de temps', who: 'Qui le dit', act: 'Modifier' },
    law: {
      invoices: {
        what: 'Factures, paiements et leurs documents',
        long: '10 ans au moins, jusqu’à décision d’une personne',
        who: 'Code de commerce, L123-22',
      },
      statements: {
        what: 'Déclarations de dispositifs',
        long: '10 ans ; 15 pour les implants',
        who: 'Règlement (UE) 2017/745, annexe XIII, 4',
      },
      audit: { what: 'Le journal', long: '12 mois', who: 'CNIL 2021-122 : six à douze mois' },
    },
    names: 'Noms de patients sur des travaux terminés, et temps mesurés aux postes de travail',
    namesWho:
      'Le laboratoire : aucune loi ne le dit ; les déclarations, que la loi veut conservées, désignent le patient par son code',
    months: count =>
      count % 12 === 0
        ? `${count / 12} an${count > 12 ? 's' : ''} après la commande`
        : `${count} mois après la commande`,
    change: 'Modifier',
    changeNames: 'Modifier la durée de conservation des noms de patients',
    dialog: {
      title: 'Combien de temps conserver les noms de patients ?',
      hint: 'Le nom part alors des travaux terminés, de leurs textes et du nom de leurs fichiers ; le code du patient reste. Les temps mesurés aux postes de travail partent au même âge.',
      choice: 'Conservés',
      goes: (count, most) =>
        count > most
          ? `Plus de ${most} noms partent dans l’heure. C’est définitif.`
          : count === 0
            ? 'Aucun nom ne part maintenant.'
            : `${count} nom${count > 1 ? 's partent' : ' part'} dans l’heure. C’est définitif.`,
      uncounted: 'Le nombre de noms qui partent n’a pas pu être compté. Choisissez de nouveau, ou réessayez plus tard.',
      confirm: time => `Conserver les noms ${time}`,
      keep: 'Annuler',
      done: 'Les noms sont conservés ainsi à partir de maintenant',
      failed: 'Rien n’a été modifié',
    },
  },
  removals: {
    title: 'Ce qui est parti parce que son temps était passé',
    none: 'Rien pour l’instant.',
    failed: 'Cela n’a pas pu être chargé',
    columns: { kind: 'Quoi', count: 'Combien', until: 'Tout avant', at: 'Parti le' },
    each: 'selon chacune',
    kinds: {
      audit: 'Lignes du journal (12 mois)',
      statements: 'Déclarations de dispositifs (10 ou 15 ans)',
      patient_names: 'Noms de patients sur des travaux terminés',
      station_visits: 'Temps mesurés aux postes de travail',
      sessions: 'Connexions (90 jours)',
      answers: 'Réponses pour un second essai (48 heures)',
      links: 'Liens de mot de passe échus',
      mails: 'E‑mails (30 jours)',
      signups: 'Demandes de compte décidées (12 mois)',
      drafts: 'Prescriptions commencées, jamais envoyées (12 mois)',
      unread: 'Marques de non-lu (60 jours)',
      sandbox_checkouts: 'Paiements d’essai (12 mois)',
      imports: 'Fichiers ouverts et jamais importés (24 heures)',
    },
  },
}

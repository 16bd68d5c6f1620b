import type { StaffPaymentsText } from './staff-en.ts'

export const fr: StaffPaymentsText = {
  title: 'Virements',
  description: 'Ce que les cabinets ont annoncé, et ce que la banque dit avoir reçu.',
  read: 'Lire un fichier de la banque',
  readHint: 'CAMT.053 ou CSV, 4\u00a0Mo au plus. Rien n’est enregistré avant que vous le confirmiez.',
  readFailed: 'Le fichier n’a pas été lu',
  refusals: {
    bank_file_unknown: 'Ce n’est ni un fichier CAMT.053, ni un tableau avec une date, un libellé et un montant.',
    bank_file_unreadable: 'Le fichier est abîmé ou incomplet. Téléchargez-le de nouveau auprès de la banque.',
    bank_file_too_long:
      'Le fichier est trop long pour être lu d’un coup (5 000 écritures au plus). Demandez une période plus courte à la banque.',
    bank_file_of_another: 'Ce fichier est celui d’un autre compte que celui où les cabinets paient.',
    bank_file_direction_unknown:
      'Une colonne dit si l’argent est entré ou sorti, et certaines de ses valeurs ne sont ni débit ni crédit (D, C, DBIT, CRDT, + et - conviennent aussi). Rien n’a été lu.',
    body_too_large: 'Le fichier dépasse 4\u00a0Mo. Demandez une période plus courte à la banque.',
  },
  refund: {
    title: { card: 'Rembourser', byHand: 'Rembourser ou annuler' },
    card: 'L’argent retourne sur la carte qui a payé.',
    byHand: codes =>
      `Ce que le paiement a réglé redevient dû, sauf ce qu’un avoir en a repris${codes && `\u00a0: ${codes}`}. Le cabinet reçoit une pièce qui dit pourquoi.`,
    nothingDue: 'Aucune facture n’en redevient due. Le cabinet reçoit une pièce qui dit pourquoi.',
    why: 'Pourquoi ?',
    whyMissing: 'Dites pourquoi : c’est ce que le cabinet lira.',
    as: {
      refund: 'Remboursé',
      rejection: 'Rejeté par la banque',
      mistake: 'Saisi par erreur',
    },
    details: {
      refund: 'Vous avez rendu l’argent par un autre moyen.',
      rejection: 'Chèque ou prélèvement impayé : l’argent n’est pas resté sur votre compte.',
      mistake: 'Montant faux, autre cabinet ou saisie en double : rien n’est rendu.',
    },
    left: amount => `Au plus ${amount}`,
    amount: 'Montant en euros',
    submit: {
      card: 'Rembourser sur la carte',
      byHand: amount => (amount ? `Reprendre ${amount}` : 'Reprendre'),
    },
    keep: 'Garder le paiement',
    done: { refund: 'Remboursement enregistré', rejection: 'Rejet enregistré', mistake: 'Paiement annulé' },
    failed: 'Cela n’a pas été fait',
    notRefundable: {
      card: 'C’est plus que ce qui reste du paiement, ou un remboursement a été fait entre-temps ou est encore en cours. Regardez de nouveau dans cinq minutes.',
      byHand: 'C’est plus que ce qui reste du paiement, ou quelqu’un l’a remboursé ou annulé entre-temps.',
    },
  },
  awaited: {
    title: 'Virements attendus',
    empty: 'Aucun virement n’est attendu',
    emptyDescription: 'Un virement annoncé par un cabinet figure ici jusqu’à son arrivée.',
    failed: 'Les virements attendus n’ont pas pu être chargés',
    columns: {
      practice: 'Cabinet',
      reference: 'Référence',
      amount: 'Montant',
      invoices: 'Règle',
      at: 'Annoncé',
      acts: 'Actions',
    },
    receive: 'Reçu…',
    receiveOne: (amount, practice) => `Reçu\u00a0: le virement de ${amount} de ${practice}`,
    withdraw: 'Retirer',
    withdrawOne: (amount, practice) => `Retirer le virement de ${amount} de ${practice}`,
  },
  withdrawal: {
    title: (amount, practice) => `Retirer le virement de ${amount} de ${practice} ?`,
    description:
      'Ce qu’il devait régler peut alors être payé autrement, et le cabinet voit que rien n’a été payé. Si l’argent arrive quand même, saisissez-le dans la facturation.',
    confirm: amount => `Retirer le virement de ${amount}`,
    keep: 'Le garder',
    done: (amount, practice) => `Retiré : ${amount} de ${practice}`,
    failed: 'Le virement n’a pas été retiré',
    refusals: { payment_over: 'Il a été reçu ou retiré entre-temps.' },
  },
  unexpected: {
    description: (amount, day) =>
      `Virement de ${amount}, comptabilisé le ${day}. Il règle ce que doit le cabinet, le plus ancien d’abord\u202f; le reste, s’il y en a un, est ouvert sur son reçu.`,
    search: 'Nom du cabinet',
    shown: (shown, all) => `${shown} sur ${all}\u00a0: ajoutez un mot.`,
    found: count => (count === 0 ? 'Aucun cabinet de ce nom' : count < 2 ? `${count} cabinet` : `${count} cabinets`),
    whose: 'Cabinet',
    owes: (place, amount) => [place, `doit ${amount}`].filter(Boolean).join(' · '),
    required: 'Cherchez le cabinet et choisissez-le.',
    submit: 'Enregistrer le virement',
    anyway: 'Enregistrer quand même',
    failed: 'Le virement n’a pas été enregistré',
    refusals: {
      entered_alike:
        'Autant a déjà été saisi à la main, ou déclaré par le logiciel du laboratoire, pour ce cabinet, à une semaine près. Si c’est cet argent, fermez et choisissez-le dans la liste. Si c’est autre chose, enregistrez-le quand même.',
      entry_used: 'Cette écriture a été enregistrée pour un autre cabinet entre-temps.',
      received_later: 'La banque le comptabilise à une date encore à venir.',
      not_found: 'Ce cabinet n’existe plus.',
    },
  },
  entries: {
    assign: 'Attribuer à un cabinet…',
    assignOne: text => `Attribuer à un cabinet\u00a0: ${text}`,
    title: count => (count < 2 ? `${count} écriture dans le fichier` : `${count} écritures dans le fichier`),
    columns: { payer: 'Écriture', amount: 'Montant', day: 'Comptabilisé', match: 'Ce qu’elle règle' },
    none: 'Rien d’attendu',
    recorded: 'Déjà enregistré',
    nowRecorded: 'Enregistré',
    choose: text => `Ce que règle l’écriture : ${text}`,
    notThis: 'Aucun de ceux-ci',
    candidate: (name, amount, why) => `${name}, ${amount}${why && ` (${why})`}`,
    entered: (code, when, practice) => `${code} déjà enregistré, reçu ${when}, ${practice}`,
    onDay: day => `le ${day}`,
    onDays: (from, to) => `du ${from} au ${to}`,
    enteredAndBack: entered => `${entered}, reparti depuis`,
    andRest: (entered, rest) => `${entered}, et ce qui reste dû de ${rest}`,
    maybeEntered: 'Peut-être déjà enregistré\u00a0: voyez la liste.',
    elsewhere: (code, day, practice) =>
      `Autant a été enregistré depuis un autre fichier\u00a0: ${code}, reçu le ${day}, ${practice}. N’enregistrez cette ligne que si c’est un autre paiement.`,
    doubts: {
      several: 'plusieurs conviennent',
      entered_alike: 'un montant égal est déjà enregistré',
      other_means: 'enregistré, mais pas comme virement\u00a0: peut-être un second paiement',
      other_amount: 'autre montant',
      figures_only: 'numéro court, ou fait de chiffres seuls',
      reference_misspelt: 'référence mal recopiée',
      name_and_amount: 'même montant et nom du cabinet',
      amount_only: 'même montant seulement',
      whole_account: 'tout ce que doit ce cabinet',
      taken_back: 'cette ligne a déjà été enregistrée, puis annulée pour erreur',
      sent_back: 'parle d’un rejet ou d’un retour',
      gone_out: 'la ligne de la banque parle peut-être d’argent sorti',
    },
    gone: count =>
      count < 2
        ? 'Une ligne du fichier est de l’argent sorti\u00a0: elle est laissée de côté.'
        : `${count} lignes du fichier sont de l’argent sorti\u00a0: elles sont laissées de côté.`,
    invoices: count => `${count} factures`,
    stillDue: amount => `il restera ${amount} à payer`,
    beyondDue: amount => `${amount} de plus que ce qui est dû`,
    unnamed: 'Sans libellé',
    confirm: count => (count < 2 ? `Enregistrer ${count} virement` : `Enregistrer ${count} virements`),
    failed: 'Les virements n’ont pas été enregistrés',
    open: count =>
      count < 2
        ? 'Un virement dépasse ce qui est encore dû : le reste est ouvert sur son reçu, dans la facturation.'
        : `${count} virements dépassent ce qui est encore dû : le reste est ouvert sur leurs reçus, dans la facturation.`,
    later: count =>
      count < 2
        ? 'Un virement n’a pas été enregistré : la banque le comptabilise à une date encore à venir.'
        : `${count} virements n’ont pas été enregistrés : la banque les comptabilise à des dates encore à venir.`,
    known: count =>
      count < 2
        ? 'Une écriture est de l’argent déjà enregistré\u00a0: rien de nouveau n’a été comptabilisé.'
        : `${count} écritures sont de l’argent déjà enregistré\u00a0: rien de nouveau n’a été comptabilisé.`,
    alike: count =>
      count < 2
        ? 'Un montant égal à celui d’une écriture a été enregistré depuis la lecture du fichier\u00a0: choisissez de nouveau ce qu’elle est.'
        : `Des montants égaux à ceux de ${count} écritures ont été enregistrés depuis la lecture du fichier\u00a0: choisissez de nouveau ce qu’elles sont.`,
    done: count => (count < 2 ? `${count} virement enregistré` : `${count} virements enregistrés`),
    left: count =>
      count < 2
        ? 'Un virement n’a pas été enregistré : ce qu’il règle a été payé ou saisi entre-temps, ou l’écriture a servi. Relisez le fichier pour voir ce qui reste.'
        : `${count} virements n’ont pas été enregistrés : ce qu’ils règlent a été payé ou saisi entre-temps, ou les écritures ont servi. Relisez le fichier pour voir ce qui reste.`,
  },
}

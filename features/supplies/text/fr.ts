import type { SupplyOrderStatus } from '../contract.ts'
import type { SuppliesText } from './en.ts'

/** French uses the plural from two. */
const counted = (count: number, one: string, many: string) => `${count} ${count < 2 ? one : many}`
const statuses: Record<SupplyOrderStatus, string> = {
  requested: 'Demandées',
  prepared: 'Préparées',
  sent: 'Envoyées',
  cancelled: 'Annulées',
}

export const fr: SuppliesText = {
  requests: {
    title: 'Fournitures demandées',
    description: 'Ce que votre cabinet a demandé, et ce que c’est devenu.',
    breadcrumb: 'Où vous êtes',
    rides: 'Collectes',
    request: 'Demander des fournitures',
    columns: { when: 'Demandées', what: 'Fournitures', status: 'Statut', actions: 'Actions' },
    again: 'Redemander',
    againOf: day => `Redemander ce qui a été demandé le ${day}`,
    cancel: {
      act: 'Annuler',
      actOn: day => `Annuler la demande du ${day}`,
      title: day => `Annuler la demande du ${day} ?`,
      description: what => `Rien n’en viendra : ${what}.`,
      keep: 'Garder la demande',
      done: 'Demande annulée',
      failed: 'La demande n’est pas annulée',
    },
    refusals: { supplies_prepared: 'Le laboratoire l’a déjà préparée. Appelez-le si elle ne doit pas venir.' },
    found: count => `${count} ${count < 2 ? 'demande' : 'demandes'}`,
    outdated: 'Cette liste n’est peut-être pas à jour.',
  },
  supply: {
    requestSupplyDialog: {
      success: 'Vos fournitures sont demandées',
      successHint: 'Elles arrivent avec l’une des prochaines livraisons.',
      title: 'Demander des fournitures',
      selectionStep: 'Étape 1 sur 2 : choisissez ce qu’il vous faut.',
      list: 'Fournitures',
      empty: 'Aucune fourniture à choisir',
      emptyHint: 'Votre laboratoire n’en propose pas ici. Demandez par téléphone ce qu’il vous faut.',
      add: label => `Ajouter ${label}`,
      remove: label => `Retirer ${label}`,
      addShort: 'Ajouter',
      removeShort: 'Retirer',
      quantityOf: label => `Quantité de ${label}`,
      selectQuantity: 'Choisir la quantité',
      quantityMissing: 'Choisissez une quantité.',
      chosen: count => counted(count, 'fourniture choisie', 'fournitures choisies'),
      goOn: 'Continuer',
      confirmTitle: 'Confirmer la demande',
      confirmStep: 'Étape 2 sur 2 : vérifiez votre demande, puis confirmez-la.',
      recap: 'Votre demande',
      quantity: count => `Quantité : ${count}`,
      gone: 'N’est plus proposée : retirez-la.',
      quantityGone: 'Cette quantité n’est plus proposée : revenez en choisir une autre.',
      back: 'Retour',
      confirm: 'Confirmer',
      failed: 'Vos fournitures ne sont pas demandées',
      changed: 'Le laboratoire a changé sa liste. Vérifiez votre demande, puis confirmez-la à nouveau.',
      loadFailed: 'Les fournitures n’ont pas pu être chargées',
    },
    history: {
      open: 'Demandes précédentes',
      title: 'Demandes précédentes',
      failed: 'Les demandes précédentes n’ont pas pu être chargées',
      empty: 'Aucune demande pour l’instant',
      emptyHint: 'Ce que demande votre cabinet se retrouve ici, avec son état.',
      by: name => `Par ${name}`,
      statuses,
      line: (label, count) => `${label} × ${count}`,
    },
  },
}

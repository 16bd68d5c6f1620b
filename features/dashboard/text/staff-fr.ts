import { answerableDays, mostCounted } from '#features/cases/rules.ts'
import { recentDays } from '../contract.ts'
import type { StaffDashboardText } from './staff-en.ts'

const number = (value: number) => value.toLocaleString('fr-FR')

export const fr: StaffDashboardText = {
  title: 'À traiter',
  updated: (day, time) => `${day} · mis à jour à ${time}`,
  count: value => `${number(value)}${value === mostCounted ? '+' : ''}`,
  groups: {
    cases: 'Travaux',
    practices: 'Échanges avec les cabinets',
    rounds: 'Tournées et fournitures',
    books: 'Comptabilité',
  },
  queues: {
    late: { label: 'En retard', detail: 'promis plus tôt, encore ici' },
    today: { label: 'À livrer aujourd’hui', detail: 'promis pour ce jour, encore ici' },
    registered: { label: 'À accepter', detail: 'pas encore en préparation' },
    answers: { label: 'Réponses à vos questions', detail: 'en attente, le cabinet a répondu' },
    messages: { label: 'Messages sans réponse', detail: `des ${answerableDays} derniers jours` },
    problems: { label: 'Problèmes signalés', detail: 'encore sans réponse' },
    feedback: { label: 'Avis', detail: `des ${recentDays} derniers jours` },
    signups: { label: 'Demandes d’inscription', detail: 'de cabinets qui veulent un compte' },
    erasures: { label: 'Demandes d’effacement', detail: 'personnes qui veulent être oubliées' },
    accountChanges: { label: 'Demandes de modification', detail: 'comptes et cabinets, à décider' },
    pickupsToConfirm: { label: 'Collectes à confirmer', detail: 'aujourd’hui et plus tard' },
    pickups: { label: 'Collectes du jour', detail: 'encore à faire' },
    supplies: { label: 'Demandes de fournitures', detail: 'à préparer ou à envoyer' },
    toBill: { label: 'Travaux à facturer', detail: 'livrés, sur aucune facture' },
    questions: { label: 'Questions sur des pro forma', detail: 'de cabinets, à répondre' },
    approved: { label: 'Pro forma approuvées', detail: 'dont la facture est à émettre' },
    overdue: { label: 'Factures en retard', detail: 'échues avant aujourd’hui, non payées' },
  },
  since: moment => `depuis ${moment}`,
  steps: {
    title: (done, all) => `Premiers pas · ${done} sur ${all} faits`,
    hide: 'Ranger',
    done: ', fait',
    of: {
      brand: {
        label: 'Donner votre adresse, votre logo et vos couleurs',
        detail: 'les cabinets les voient, les fiches nomment l’adresse',
      },
      catalogue: { label: 'Importer ou écrire votre catalogue', detail: 'par un fichier, ou produit par produit' },
      prices: { label: 'Régler les prix', detail: 'de chaque produit proposé' },
      invoicing: { label: 'Ce qui figure sur vos factures', detail: 'raison sociale, SIREN, TVA, IBAN' },
      rounds: {
        label: 'Régler les tournées et les jours fermés',
        detail: 'vos fermetures en plus des jours fériés, ou vos heures limites',
      },
      materials: { label: 'Vos matériaux et lots', detail: 'qu’une fiche de traçabilité nomme' },
      mails: { label: 'Vous envoyer un e‑mail d’essai', detail: 'invitations et nouvelles partent par e‑mail' },
      staff: { label: 'Inviter votre équipe', detail: 'chacun avec son rôle' },
      practices: { label: 'Créer ou importer des cabinets', detail: 'un à un, ou par un fichier' },
    },
    unpriced: count => `${number(count)} ${count < 2 ? 'produit' : 'produits'} sans prix`,
    noMails: 'Aucun serveur de messagerie n’est réglé\u00a0: les e‑mails restent ici.',
  },
  nothing: {
    title: 'Rien n’attend',
    description: 'Ce que les cabinets envoient, demandent ou signalent apparaît ici aussitôt.',
  },
  failed: 'Ce qui attend n’a pas pu être chargé',
  outdated: 'Ces chiffres ne sont peut-être pas à jour.',
}

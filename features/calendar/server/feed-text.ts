import type { Language } from '#kit/language.ts'

// Shown in calendar programs, never on our screens, so the texts stay on the server.
const fr = {
  delivery: (patientCode: string) => `Livraison ${patientCode}`,
  estimatedDelivery: (patientCode: string) => `Livraison estimée ${patientCode}`,
  lateDelivery: (patientCode: string) => `Livraison retardée ${patientCode}`,
  appointment: (patientCode: string) => `Rendez-vous ${patientCode}`,
  case: (code: string) => `Travail ${code}`,
  moved: { absence: 'déplacée : votre absence', days: 'déplacée : vos jours de livraison', other: 'déplacée' },
  within24Hours: 'sous 24\u00a0h',
  first: (day: string) => `initialement le ${day}`,
  unconfirmed: 'expédiée, arrivée non confirmée',
  rides: { AM: 'Collecte, matin', PM: 'Collecte, après-midi' },
  absence: 'Absence du cabinet',
  absenceWithDelivery: 'Absence du cabinet, livraison possible',
  halves: { AM: 'matin', PM: 'après-midi' },
  fromAfternoon: 'dès le premier après-midi',
  untilNoon: 'jusqu’au dernier midi',
}

export type FeedText = typeof fr

const en: FeedText = {
  delivery: patientCode => `Delivery ${patientCode}`,
  estimatedDelivery: patientCode => `Estimated delivery ${patientCode}`,
  lateDelivery: patientCode => `Delayed delivery ${patientCode}`,
  appointment: patientCode => `Appointment ${patientCode}`,
  case: code => `Case ${code}`,
  moved: { absence: 'moved: your absence', days: 'moved: your delivery days', other: 'moved' },
  within24Hours: 'within 24\u00a0h',
  first: day => `first planned for ${day}`,
  unconfirmed: 'shipped, arrival not confirmed',
  rides: { AM: 'Pickup, morning', PM: 'Pickup, afternoon' },
  absence: 'Practice away',
  absenceWithDelivery: 'Practice away, delivery possible',
  halves: { AM: 'morning', PM: 'afternoon' },
  fromAfternoon: 'from the first afternoon',
  untilNoon: 'until noon of the last day',
}

export const feedText: Record<Language, FeedText> = { fr, en }

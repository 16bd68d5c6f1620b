import { dayInZone, formatTime } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { csvDay, csvTable } from '#kit/server/csv.ts'
import type { CaseRow, CaseStatus } from '../contract.ts'

type Words = { name: string; heads: readonly string[]; statuses: Record<CaseStatus, string> }

const words: Record<Language, Words> = {
  fr: {
    name: 'travaux',
    heads: [
      'Numéro',
      'Code patient',
      'Patient',
      'Travail',
      'Prescripteur',
      'Statut',
      'Livraison',
      'Retard (jours)',
      'Rendez-vous',
      'Heure',
      'Date souhaitée',
      'Enregistré le',
    ],
    statuses: {
      registered: 'Enregistré',
      in_preparation: 'En préparation',
      in_production: 'En fabrication',
      on_hold: 'En attente',
      shipped: 'Expédié',
      delivered: 'Livré',
      invoiced: 'Facturé',
      cancelled: 'Annulé',
      unknown: 'Statut inconnu',
    },
  },
  en: {
    name: 'cases',
    heads: [
      'Number',
      'Patient code',
      'Patient',
      'Work',
      'Prescriber',
      'Status',
      'Delivery',
      'Delay (days)',
      'Appointment',
      'Time',
      'Wished date',
      'Registered on',
    ],
    statuses: {
      registered: 'Registered',
      in_preparation: 'In preparation',
      in_production: 'In production',
      on_hold: 'On hold',
      shipped: 'Shipped',
      delivered: 'Delivered',
      invoiced: 'Invoiced',
      cancelled: 'Cancelled',
      unknown: 'Unknown status',
    },
  },
}

export const casesCsvName = (language: Language) => `${words[language].name}.csv`

type Exported = Pick<
  CaseRow,
  | 'code'
  | 'patientCode'
  | 'patient'
  | 'summary'
  | 'prescriber'
  | 'status'
  | 'deliveryDate'
  | 'arrivedOn'
  | 'delayDays'
  | 'appointmentDate'
  | 'wishedDate'
  | 'createdAt'
>

/** Semicolons and French dates in both languages, like the accounting documents' CSV files. */
export function casesCsv(rows: readonly Exported[], language: Language, timeZone: string): string {
  const { heads, statuses } = words[language]
  return csvTable(
    heads,
    rows.map(row => [
      row.code,
      row.patientCode,
      row.patient,
      row.summary,
      row.prescriber,
      statuses[row.status],
      csvDay(row.arrivedOn ?? row.deliveryDate),
      row.delayDays,
      csvDay(row.appointmentDate && dayInZone(row.appointmentDate, timeZone)),
      row.appointmentDate && formatTime(row.appointmentDate, 'fr', timeZone),
      csvDay(row.wishedDate),
      csvDay(dayInZone(row.createdAt, timeZone)),
    ]),
  )
}

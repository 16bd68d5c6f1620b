import type { Day } from '#kit/day.ts'
import { dayInZone, formatTime } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { csvWords } from '#kit/server/csv.ts'
import type { CaseRow, CaseStatus } from '../contract.ts'

const quoted = (words: string) => (/[";\r\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words)
const cell = (words: string | null) => quoted(csvWords(words ?? ''))
const french = (day: Day | null) => day?.split('-').toReversed().join('/') ?? ''

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
      'Souhaité pour le',
      'Commandé le',
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
      'Wished for',
      'Ordered on',
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

/** Semicolons and days as France writes them, in both languages, as the pieces have them. The mark at the front says UTF-8. */
export function casesCsv(rows: readonly Exported[], language: Language, timeZone: string): string {
  const { heads, statuses } = words[language]
  const lines = rows.map(row =>
    [
      cell(row.code),
      cell(row.patientCode),
      cell(row.patient),
      cell(row.summary),
      cell(row.prescriber),
      statuses[row.status],
      french(row.arrivedOn ?? row.deliveryDate),
      String(row.delayDays),
      french(row.appointmentDate && dayInZone(row.appointmentDate, timeZone)),
      row.appointmentDate ? cell(formatTime(row.appointmentDate, 'fr', timeZone)) : '',
      french(row.wishedDate),
      french(dayInZone(row.createdAt, timeZone)),
    ].join(';'),
  )
  return `\ufeff${[heads.join(';'), ...lines].join('\r\n')}\r\n`
}

import type pg from 'pg'
import type { Language } from '#kit/language.ts'
import { insertRows } from './insert-rows.ts'
import type { Random } from './random.ts'

/** The widget that comes with the portal: what it is sent, staff read in their console. */
export const ownFeedbackWidget = '/feedback-widget.js'

const said: Record<Language, readonly string[]> = {
  fr: [
    'Le suivi des travaux nous épargne deux appels par jour. Merci\u202f!',
    'Pourrait-on imprimer la feuille du jour depuis la liste des travaux\u202f?',
  ],
  en: [
    'Following our cases here saves us two calls a day. Thank you!',
    'Could we print the day sheet straight from the list of cases?',
  ],
}

const day = 24 * 60 * 60_000

/** One thing said by each of a practice's people, as far as there is something to say. */
export async function insertFeedback(
  client: pg.Client,
  random: Random,
  { brandId, language, now }: { brandId: string; language: Language; now: Date },
  users: readonly { id: string; practice_id: string | null }[],
) {
  const rows = users.flatMap(({ id, practice_id }, index) => {
    const body = said[language][index]
    if (!body) return []
    const created_at = new Date(now.getTime() - (index + 1) * 2 * day)
    return [{ brand_id: brandId, practice_id, id: random.uuid(), author_id: id, body, created_at }]
  })
  if (rows.length > 0) await insertRows(client, 'feedback', rows)
}

import { discardDraftAttachments } from '#features/attachments/server/draft-files-sql.ts'
import { recordDeed } from '#features/audit/server/sql.ts'
import { listProducts, type ProductRow } from '#features/catalogue/server/sql.ts'
import { summarize } from '#features/prescription/rules.ts'
import type { Language } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { type DraftLine, draftCalls, type Template } from '../draft-contract.ts'
import {
  type DraftRow,
  deleteDraft,
  deleteTemplate,
  findDraft,
  findSavedDraft,
  insertDraft,
  insertTemplate,
  listDrafts,
  listTemplates,
  lockAndCountDrafts,
  lockAndCountTemplates,
  lockDraft,
  renameTemplate,
  setDraftContent,
  type TemplateRow,
} from './sql.ts'
import { readDraft, readTemplate } from './stored-content.ts'

/** Enough: nobody returns to more drafts than that. */
const mostDrafts = 30

/** Enough: a longer menu is no longer readable. */
const mostTemplates = 50

export function draftRoutes(api: Api) {
  on(api, draftCalls.listDrafts, asPracticeUser, async ({ actor: user }) => {
    const [drafts, catalogue] = await Promise.all([listDrafts(user), listProducts(user)])
    return { data: drafts.map(draft => lineOf(draft, catalogue, user.language)) }
  })

  on(api, draftCalls.findDraft, asPracticeUser, async ({ actor: user, params, refuse }) => {
    const draft = await findDraft(user, params.id)
    if (!draft) throw problem('not_found')
    const content = readDraft(draft)
    if (!content) return refuse('draft_too_new')
    return { data: { ...draft, content } }
  })

  on(api, draftCalls.saveDraft, asPracticeUser, async ({ actor: user, params, body, refuse }) => {
    const { content, follows } = body
    const { id } = params
    const begun = follows === 0 ? await lockAndCountDrafts(user) : 0
    const saving = follows === 0 ? insertDraft(user, id, content) : setDraftContent(user, id, content, follows)
    const made = await saving.catch(asTooLarge('order_drafts_content_check'))
    // The limit blocks only new drafts, so existing ones can still be saved.
    if (made && begun >= mostDrafts) return refuse('too_many_drafts')
    const saved = made ?? (await findSavedDraft(user, id, content, follows + 1))
    if (saved) return { data: saved }
    if (follows > 0 && !(await findDraft(user, id))) throw problem('not_found')
    return refuse('draft_changed')
  })

  on(api, draftCalls.discardDraft, asPracticeUser, async ({ actor: user, params }) => {
    const draft = await lockDraft(user, params.id)
    if (!draft) throw problem('not_found')
    await discardDraftAttachments(user, draft.id)
    await deleteDraft(user, draft.id)
    return undefined
  })

  on(api, draftCalls.listTemplates, asPracticeUser, async ({ actor: user }) => ({
    // Templates written by a newer release are hidden until this process is updated too.
    data: (await listTemplates(user)).flatMap(row => template(row) ?? []),
  }))

  on(api, draftCalls.saveTemplate, asPracticeUser, async ({ actor: user, body, requestId, refuse }) => {
    if ((await lockAndCountTemplates(user)) >= mostTemplates) return refuse('too_many_templates')
    const kept = await insertTemplate(user, body).catch(asTooLarge('order_templates_content_check'))
    if (!kept) return refuse('template_name_taken')
    await recordDeed(user, 'template_saved', requestId)
    return { data: readable(kept) }
  })

  on(api, draftCalls.renameTemplate, asPracticeUser, async ({ actor: user, params, body, requestId, refuse }) => {
    const renamed = await renameTemplate(user, params.id, body.name).catch((error: unknown) => {
      throw violates(error, 'order_templates__name') ? refuse('template_name_taken') : error
    })
    if (!renamed) throw problem('not_found')
    await recordDeed(user, 'template_saved', requestId)
    return { data: readable(renamed) }
  })

  on(api, draftCalls.deleteTemplate, asPracticeUser, async ({ actor: user, params, requestId }) => {
    if (!(await deleteTemplate(user, params.id))) throw problem('not_found')
    await recordDeed(user, 'template_deleted', requestId)
    return undefined
  })
}

function lineOf(draft: DraftRow, catalogue: readonly ProductRow[], language: Language): DraftLine {
  const { patientCode, patient, products = [] } = readDraft(draft) ?? {}
  const work = summarize(
    products.flatMap(({ reference, quantity = 1, teeth = [], shade = null, sector = null }) => {
      const row = catalogue.find(known => known.reference === reference)
      if (!row) return []
      return { one: row[`name_one_${language}`], many: row[`name_many_${language}`], quantity, teeth, shade, sector }
    }),
    language,
  )
  return {
    id: draft.id,
    updatedAt: draft.updatedAt,
    patientCode: patientCode ?? null,
    patient: patient ?? null,
    summary: work || filesIn(draft.files, patientCode || patient, language),
  }
}

/** The summary of a draft begun by dropping scans alone. */
function filesIn(count: number, patient: string | undefined, language: Language): string {
  if (count === 0) return ''
  const files = { fr: count < 2 ? 'fichier' : 'fichiers', en: count === 1 ? 'file' : 'files' }[language]
  const beginning = { fr: 'Brouillon avec ', en: 'Draft with ' }[language]
  return `${patient ? '' : beginning}${count} ${files}`
}

/** Turns the table's size constraint into `body_too_large`: a body may be within the request limit and still too large for it. */
const asTooLarge = (constraint: string) => (error: unknown) => {
  throw violates(error, constraint) ? problem('body_too_large') : error
}

function template(row: TemplateRow): Template | undefined {
  const content = readTemplate(row)
  return content && { ...row, content }
}

function readable(row: TemplateRow): Template {
  const known = template(row)
  if (!known) throw problem('unavailable', { retryAfter: 5 })
  return known
}

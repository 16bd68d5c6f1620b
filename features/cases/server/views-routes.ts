import * as v from 'valibot'
import { problem } from '#kit/problem.ts'
import { violates } from '#kit/server/database-problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { type CaseView, ViewContent, viewCalls } from '../views-contract.ts'
import {
  deleteView,
  insertView,
  listViews,
  lockAndCountViews,
  renameView,
  type ViewRow,
  viewVersion,
} from './views-sql.ts'

/** More would not be found again in a menu. */
const mostViews = 20

export function viewRoutes(api: Api) {
  on(api, viewCalls.list, asPracticeUser, async ({ actor: user }) => ({
    // Views saved by a newer release are skipped, and return once this process has been updated.
    data: (await listViews(user)).flatMap(row => view(row) ?? []),
  }))

  on(api, viewCalls.save, asPracticeUser, async ({ actor: user, body, refuse }) => {
    if ((await lockAndCountViews(user)) >= mostViews) return refuse('too_many_views')
    const kept = await insertView(user, body)
    if (!kept) return refuse('view_name_taken')
    return { data: readable(kept) }
  })

  on(api, viewCalls.rename, asPracticeUser, async ({ actor: user, params, body, refuse }) => {
    const renamed = await renameView(user, params.id, body.name).catch((error: unknown) => {
      throw violates(error, 'case_views__name') ? refuse('view_name_taken') : error
    })
    if (!renamed) throw problem('not_found')
    return { data: readable(renamed) }
  })

  on(api, viewCalls.remove, asPracticeUser, async ({ actor: user, params }) => {
    if (!(await deleteView(user, params.id))) throw problem('not_found')
    return undefined
  })
}

function view({ id, name, content, content_version }: ViewRow): CaseView | undefined {
  const read = v.safeParse(ViewContent, content)
  return content_version <= viewVersion && read.success ? { id, name, content: read.output } : undefined
}

function readable(row: ViewRow): CaseView {
  const known = view(row)
  if (!known) throw problem('unavailable', { retryAfter: 5 })
  return known
}

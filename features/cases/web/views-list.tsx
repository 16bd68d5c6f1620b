import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { type CaseView, viewCalls } from '../views-contract.ts'
import { changeViews } from './change-views.ts'
import { listOf } from './saved-view.ts'
import { useViewWords } from './use-view-words.ts'
import { ViewActs } from './view-acts.tsx'
import { viewList } from './view-queries.ts'
import { RenameView } from './view-rename.tsx'
import './views.css'
import { caseText } from './case-text.ts'

/** Views to open, rename or remove; a removed one stays visible until the dialog closes, so that it can be restored. */
export function ViewsList({ onClose }: { onClose: () => void }) {
  const t = useText(caseText).views
  const { common } = useText(kitText)
  const today = useFormat().today()
  const words = useViewWords()
  const client = useQueryClient()
  const views = useQuery(viewList)
  const [removed, setRemoved] = useState<readonly CaseView[]>([])
  const [renaming, setRenaming] = useState<string>()
  const shown = [...(views.data ?? []), ...removed].toSorted((one, other) => one.name.localeCompare(other.name))

  async function remove(view: CaseView) {
    await call(viewCalls.remove, { params: { id: view.id } })
    await changeViews(client, views => views.filter(({ id }) => id !== view.id))
    setRemoved(before => [...before, view])
  }
  async function putBack({ id, name, content }: CaseView) {
    const { data } = await call(viewCalls.save, { body: { name, content } })
    await changeViews(client, views => [...views.filter(one => one.id !== data.id), data])
    setRemoved(before => before.filter(one => one.id !== id))
  }

  return (
    <Dialog open onClose={onClose} title={t.manageTitle} closeLabel={common.close}>
      {views.error && !views.data && <QueryFailure title={t.notLoaded} query={views} />}
      {views.data && shown.length === 0 && <p className="muted">{t.noneLeft}</p>}
      <ul className="views">
        {shown.map(view => {
          const isRemoved = removed.includes(view)
          return (
            <li key={view.name} className="views__one">
              {renaming === view.id ? (
                <RenameView view={view} onDone={() => setRenaming(undefined)} />
              ) : (
                <>
                  <div className="links">
                    {isRemoved ? (
                      <p role="status">{t.removed(view.name)}</p>
                    ) : (
                      <Link to="/cases" search={listOf(view.content, today)} className="link" onClick={onClose}>
                        {view.name}
                      </Link>
                    )}
                    <p className="muted small">{words(view.content)}</p>
                  </div>
                  <ViewActs
                    {...{ view, isRemoved }}
                    onRename={() => setRenaming(view.id)}
                    onRemove={() => remove(view)}
                    onPutBack={() => putBack(view)}
                  />
                </>
              )}
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

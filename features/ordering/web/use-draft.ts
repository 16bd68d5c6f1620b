import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { filesOf } from '#features/attachments/web/queries.ts'
import { call } from '#kit/web/call.ts'
import { useUnsavedChanges } from '#kit/web/dirty-forms.ts'
import { type DraftContent, orderingCalls } from '../contract.ts'
import { type DraftKeeper, keepDraft } from './draft-keeper.ts'
import { contentOf, type Entry } from './entry.ts'
import { draftQuery, readAfter } from './queries.ts'

/** Of the screen that is open. */
let present: DraftKeeper | undefined

/** Uploads outlive the screen they began on, and ask for the draft of the one that is open. */
export const ensureDraft = async () => present?.ensure()

export type Draft = { id: string; version: number; updatedAt: string; content: DraftContent }

/** Keeps the entry as a draft while it changes, when the page is hidden, and when the screen is left. */
export function useDraft(entry: Entry, begun: Draft | null) {
  const client = useQueryClient()
  const [keeper] = useState(() =>
    keepDraft(begun ?? undefined, contentOf(entry), async (content, follows, isLast) => {
      const keepalive = isLast ? ({ keepalive: true } as const) : {}
      const { data } = await call(orderingCalls.saveDraft, { body: { content, follows }, ...keepalive })
      const kept: Draft = { ...data, content }
      client.setQueryData(draftQuery.queryKey, kept)
      return data
    }),
  )
  const state = useSyncExternalStore(keeper.subscribe, keeper.read, keeper.read)

  useEffect(() => keeper.note(contentOf(entry)), [entry, keeper])
  useEffect(() => {
    present = keeper
    readAfter(keeper.settle)
    // Whoever comes back before the answer does not find what was there before.
    return keepWhenLeaving(keeper, () => client.removeQueries({ queryKey: draftQuery.queryKey, exact: true }))
  }, [keeper, client])
  // What is on its way to the server is not lost by leaving this screen; what does not get there is.
  const { settled } = useUnsavedChanges(state.keeping === 'failed' || state.keeping === 'changed_elsewhere')

  /** Ends the draft: sent or thrown away. */
  function end() {
    keeper.end()
    settled()
    client.setQueryData(draftQuery.queryKey, null)
    client.removeQueries({ queryKey: filesOf('draft').queryKey })
  }
  return { keeper, state, end, settled }
}

function keepWhenLeaving(keeper: DraftKeeper, onUnsaved: () => void) {
  const isKept = () => !['unsaved', 'saving', 'failed', 'changed_elsewhere'].includes(keeper.read().keeping)
  const onHide = () => {
    if (document.visibilityState === 'hidden') void keeper.flush()
  }
  const onLeave = () => void keeper.flush(true)
  /** Asks only for the moment between the last keystroke and its saving. */
  const onUnload = (event: BeforeUnloadEvent) => {
    if (isKept()) return
    void keeper.flush(true)
    event.preventDefault()
  }
  document.addEventListener('visibilitychange', onHide)
  addEventListener('pagehide', onLeave)
  addEventListener('beforeunload', onUnload)
  return () => {
    document.removeEventListener('visibilitychange', onHide)
    removeEventListener('pagehide', onLeave)
    removeEventListener('beforeunload', onUnload)
    if (!isKept()) onUnsaved()
    void keeper.flush()
  }
}

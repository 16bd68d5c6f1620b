import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { filesOf } from '#features/attachments/web/queries.ts'
import { session } from '#features/auth/web/browser-session.ts'
import { problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { useUnsavedChanges } from '#kit/web/dirty-forms.ts'
import { type DraftContent, draftCalls } from '../draft-contract.ts'
import { type DraftKeeper, keepDraft } from './draft-keeper.ts'
import { contentOf, type Entry, isEmpty } from './entry.ts'
import { discardDraft, draftQuery, draftsQuery, readAfter } from './queries.ts'

export type Draft = { id: string; version: number; updatedAt: string; content: DraftContent }

/** The draft being edited; it has an id before the server knows it. */
export type Opened = { id: string; begun: Draft | null; isNamed: boolean }

/** Saves the entry as a draft while it changes, when the page is hidden, and when the screen is left. */
export function useDraft({ id, begun, isNamed }: Opened, entry: Entry, filesOnTheirWay: number) {
  const client = useQueryClient()
  const [keeper] = useState(() => {
    const by = session.shown()?.id
    const keeper = keepDraft(begun ?? undefined, contentOf(entry), async (content, follows, isLast) => {
      // The session changed hands while something was unsaved: stop, so that it is never saved in another user's name.
      if (session.shown()?.id !== by) {
        keeper.end()
        throw problem('signed_out')
      }
      const keepalive = isLast ? ({ keepalive: true } as const) : {}
      const { data } = await call(draftCalls.saveDraft, { params: { id }, body: { content, follows }, ...keepalive })
      client.setQueryData(draftQuery(id).queryKey, { ...data, content })
      return data
    })
    return keeper
  })
  const state = useSyncExternalStore(keeper.subscribe, keeper.read, keeper.read)
  const navigate = useNavigate()
  /** Puts the draft's id into the address once something is saved, so that a reload finds it. */
  async function name() {
    // While the leave question is open after "back", the browser's address is already another.
    if (isNamed || !keeper.read().kept || location.pathname !== '/cases/new') return
    await navigate({ to: '/cases/new', search: { draft: id }, replace: true, ignoreBlocker: true, resetScroll: false })
  }
  const nameKept = useEffectEvent((_version: number | undefined) => void name())
  const version = state.kept?.version
  useEffect(() => nameKept(version), [version])

  const countFiles = () => client.getQueryData(filesOf({ draftId: id }).queryKey)?.data.length
  // Leaving this screen keeps pending saves, but loses what cannot be saved.
  const { settled } = useUnsavedChanges(isStuck(state))

  /** Ends the draft: sent or discarded. */
  function end() {
    keeper.end()
    settled()
    client.removeQueries({ queryKey: draftQuery(id).queryKey })
    client.removeQueries({ queryKey: filesOf({ draftId: id }).queryKey })
  }
  const hasFiles = () => (countFiles() ?? 0) > 0
  /** Of a draft that has ended elsewhere: this page's content begins another one, without the files. */
  function beginAgain(): void {
    keeper.follow(undefined)
    client.setQueryData(filesOf({ draftId: id }).queryKey, files => files && { ...files, data: [] })
  }
  /** Discards the draft and its files, after pending saves, which would otherwise recreate it. */
  async function discard(): Promise<true> {
    await keeper.settle()
    if (keeper.read().kept) await discardDraft(id)
    end()
    return true
  }
  const dropEmptied = useEffectEvent(() => {
    if (!keeper.read().kept || keeper.hasEnded() || !isEmpty(entry) || filesOnTheirWay > 0 || countFiles() !== 0) return
    void discard().catch(() => undefined)
  })
  useEffect(() => keeper.note(contentOf(entry)), [entry, keeper])
  useEffect(() => {
    readAfter(keeper.settle)
    const leave = keepWhenLeaving(keeper, () => {
      // A user who returns before the answer must not see the older content.
      client.removeQueries({ queryKey: draftQuery(id).queryKey })
    })
    return () => {
      dropEmptied()
      leave()
      void client.invalidateQueries({ queryKey: draftsQuery.queryKey })
    }
  }, [keeper, client, id])
  /** Saves before leaving the screen, so that "back" finds the draft. Returns whether that succeeded. */
  async function keep(): Promise<boolean> {
    await keeper.settle()
    await name()
    return !isStuck(keeper.read())
  }
  /** Whether leaving now leaves an unsent draft with changes from this visit. */
  const isLeftBehind = () =>
    !keeper.hasEnded() &&
    !isStuck(keeper.read()) &&
    (begun ? keeper.read().kept?.version !== begun.version || keeper.read().keeping !== 'saved' : true) &&
    (!isEmpty(entry) || filesOnTheirWay > 0 || (countFiles() ?? 0) > 0)
  return { id, keeper, state, end, beginAgain, hasFiles, discard, keep, isLeftBehind }
}

/** Whether the content cannot be saved and is only on this page. */
const isStuck = ({ keeping }: { keeping: string }) => ['failed', 'too_many', 'changed_elsewhere'].includes(keeping)

function keepWhenLeaving(keeper: DraftKeeper, onUnsaved: () => void) {
  const onHide = () => {
    if (document.visibilityState === 'hidden') void keeper.flush()
  }
  const onLeave = () => void keeper.flush(true)
  /** Asks only in the moment between the last keystroke and its saving. */
  const onUnload = (event: BeforeUnloadEvent) => {
    if (keeper.isKept()) return
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
    if (!keeper.isKept()) onUnsaved()
    void keeper.leave()
  }
}

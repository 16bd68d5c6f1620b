import { Problem } from '#kit/problem.ts'
import { pressed } from '#kit/web/unsaved-forms.ts'
import type { DraftContent } from '../draft-contract.ts'

type Kept = { id: string; version: number; updatedAt: string }

export type DraftState = {
  /**
   * `none`: nothing typed yet. `changed_elsewhere`: another tab or device has written since, or ended it; nothing is saved
   * until chosen. `too_many`: there is no room for one more.
   */
  keeping: 'none' | 'unsaved' | 'saving' | 'saved' | 'failed' | 'too_many' | 'changed_elsewhere'
  kept: Kept | undefined
}

type Save = (content: DraftContent, follows: number, isLast: boolean) => Promise<Kept>

const refusals: Readonly<Record<string, DraftState['keeping']>> = {
  draft_changed: 'changed_elsewhere',
  not_found: 'changed_elsewhere',
  too_many_drafts: 'too_many',
}

/** Another try may help where nobody answered, or the server could not. */
const isForGood = (error: unknown) =>
  error instanceof Problem && error.status >= 400 && error.status < 500 && error.status !== 429

const pause = 800
const pauseAfterFailure = 5_000

/**
 * Keeps what is typed on the server, a moment after the last keystroke: one call at a time, the newest words win, and a
 * version says whether somebody else has written meanwhile.
 */
export function keepDraft(begun: Kept | undefined, content: DraftContent, save: Save) {
  let state: DraftState = { keeping: begun ? 'saved' : 'none', kept: begun }
  let newest = content
  let wanted: DraftContent | undefined
  let saving: Promise<void> | undefined
  let failure: unknown
  let hasEnded = false
  let isLeft = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const isKept = () => ['none', 'saved'].includes(state.keeping)
  function set(next: Partial<DraftState>) {
    state = { ...state, ...next }
    // A session that ends meanwhile leaves it where it is.
    pressed[isKept() ? 'delete' : 'add'](listeners)
    for (const listener of listeners) listener()
  }
  function schedule(delay: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), delay)
  }

  async function send(isLast = false): Promise<void> {
    clearTimeout(timer)
    if (!wanted || hasEnded || state.keeping === 'changed_elsewhere') return
    // The last words do not wait for the answer to those before them: they follow the version that one makes.
    if (saving && !isLast) return
    const content = wanted
    const follows = (state.kept?.version ?? 0) + (saving ? 1 : 0)
    wanted = undefined
    set({ keeping: 'saving' })
    const present = saveOne(content, follows, isLast)
    saving = present
    await present
    if (saving === present) saving = undefined
    if (wanted && !hasEnded) schedule(['failed', 'too_many'].includes(state.keeping) ? pauseAfterFailure : 0)
  }

  async function saveOne(content: DraftContent, follows: number, isLast: boolean) {
    try {
      const kept = await save(content, follows, isLast)
      if (!hasEnded) set({ kept, keeping: wanted ? 'unsaved' : 'saved' })
    } catch (error) {
      failure = error
      wanted ??= content
      if (isLeft && isForGood(error)) end()
      const keeping = (error instanceof Problem && refusals[error.code]) || 'failed'
      if (!hasEnded) set({ keeping })
    }
  }

  function end() {
    hasEnded = true
    pressed.delete(listeners)
    clearTimeout(timer)
  }

  return {
    read: () => state,
    /** Nothing of it is on this page alone. */
    isKept,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** The newest words. */
    note(content: DraftContent) {
      if (hasEnded || JSON.stringify(content) === JSON.stringify(newest)) return
      newest = content
      wanted = content
      if (state.keeping === 'changed_elsewhere') return
      if (!saving) set({ keeping: 'unsaved' })
      schedule(pause)
    },
    /** Files need a draft to belong to, even where nothing is typed yet. */
    async ensure() {
      await saving
      if (state.kept) return
      if (!saving) {
        wanted = newest
        void send()
      }
      // Also what another file has asked for meanwhile.
      await saving
      if (!state.kept) throw failure
    },
    /** Without waiting for the pause; `isLast` when the page goes away. */
    flush: (isLast = false) => send(isLast),
    /** Once nothing is on its way any more. */
    async settle() {
      await saving
      await send()
    },
    /** What is on this page goes over the other version, or begins a draft where there is none any more. */
    follow(other: Kept | undefined) {
      set({ kept: other, keeping: wanted ? 'unsaved' : other ? 'saved' : 'none' })
      void send()
    },
    hasEnded: () => hasEnded,
    /** Sent or thrown away: later answers and words count no more. */
    end,
    /** With the screen: what may still arrive is sent until it has; what is refused waits for nobody's decision any more. */
    async leave() {
      isLeft = true
      if (state.keeping === 'changed_elsewhere') end()
      else await send()
    },
    /** Begins anew, with what the server has now. */
    begin(kept: Kept | undefined, content: DraftContent) {
      clearTimeout(timer)
      newest = content
      wanted = undefined
      hasEnded = false
      set({ kept, keeping: kept ? 'saved' : 'none' })
    },
  }
}

export type DraftKeeper = ReturnType<typeof keepDraft>

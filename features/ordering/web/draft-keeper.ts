import { Problem } from '#kit/problem.ts'
import { pressed } from '#kit/web/unsaved-forms.ts'
import type { DraftContent } from '../draft-contract.ts'

type Kept = { id: string; version: number; updatedAt: string }

export type DraftState = {
  /**
   * `none`: nothing typed yet. `changed_elsewhere`: another tab or device has saved or ended it; nothing is saved until the
   * user chooses. `too_many`: the limit of drafts is reached.
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

/** A retry may help only after a network failure, a server error or 429. */
const isForGood = (error: unknown) =>
  error instanceof Problem && error.status >= 400 && error.status < 500 && error.status !== 429

const pause = 800
const pauseAfterFailure = 5_000

/**
 * Saves the form to the server, a moment after the last keystroke: one request at a time, the newest content wins, and a
 * version detects concurrent changes.
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
    // A session that ends meanwhile must not leave this page while something is unsaved.
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
    // The last content does not wait for the request before it: it follows the version which that request creates.
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
    /** Whether nothing is unsaved. */
    isKept,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Takes the newest content. */
    note(content: DraftContent) {
      if (hasEnded || JSON.stringify(content) === JSON.stringify(newest)) return
      newest = content
      wanted = content
      if (state.keeping === 'changed_elsewhere') return
      if (!saving) set({ keeping: 'unsaved' })
      schedule(pause)
    },
    /** Creates the draft if needed: files must belong to one, even where nothing is typed yet. */
    async ensure() {
      await saving
      if (state.kept) return
      if (!saving) {
        wanted = newest
        void send()
      }
      // Waits also for a save that another file has started meanwhile.
      await saving
      if (!state.kept) throw failure
    },
    /** Saves without waiting for the pause; `isLast` when the page goes away. */
    flush: (isLast = false) => send(isLast),
    /** Resolves once no request is pending. */
    async settle() {
      await saving
      await send()
    },
    /** Overwrites the other version with this page's content, or creates a draft where none exists any more. */
    follow(other: Kept | undefined) {
      set({ kept: other, keeping: wanted ? 'unsaved' : other ? 'saved' : 'none' })
      void send()
    },
    hasEnded: () => hasEnded,
    /** Ends a draft that was sent or discarded: later answers and content are ignored. */
    end,
    /** Runs when the screen closes: pending content is still sent, but a conflict is dropped, as nobody is left to resolve it. */
    async leave() {
      isLeft = true
      if (state.keeping === 'changed_elsewhere') end()
      else await send()
    },
    /** Starts again from the server's current version. */
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

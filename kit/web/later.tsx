import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { createElement, type FunctionComponent, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { isOffline } from './is-offline.ts'
import { kitText } from './kit-text.ts'
import { onNextOccasion } from './next-occasion.ts'
import { useText } from './text.tsx'

/** Milliseconds: enough for the first screen to have its data on a slow line. */
const calm = 4_000
const waiting = new Set<() => void>()
let awake = false

/** Starts fetching what is not visible at first, once the page has settled or somebody has touched it. */
export function fetchLaterParts() {
  awake = true
  const [fetch] = waiting
  if (!fetch) return
  waiting.delete(fetch)
  fetch()
  // One at a time, so that presses and typing in between do not wait for all of them.
  setTimeout(fetchLaterParts)
}

/** Called once, when the application starts. */
export function planLaterParts() {
  setTimeout(fetchLaterParts, calm)
  // The touching event is handled first; `dragenter` because dragging a file in fires no earlier event.
  const soon = () => setTimeout(fetchLaterParts)
  for (const touch of ['pointermove', 'pointerdown', 'keydown', 'dragenter']) {
    addEventListener(touch, soon, { once: true, capture: true, passive: true })
  }
}

/** Runs now, or once the page has settled or is touched. */
function whenCalm(fetch: () => void) {
  // Deferred until the calling module has finished evaluating.
  if (awake) queueMicrotask(fetch)
  else waiting.add(fetch)
}

type State<Props> = { component?: FunctionComponent<Props> | undefined; failure?: unknown }

type Part<Props> = {
  read: () => State<Props>
  subscribe: (listener: () => void) => () => void
  /** Forgets an earlier failure for a new mount. */
  forgive: () => void
  ask: () => void
  isFetchedWhereDrawn: boolean
  meanwhile: FunctionComponent<Props> | undefined
}

type Settings<Props> = {
  /**
   * `calm` (default): fetched once the page has settled, whether drawn or not, for parts that are hidden at first or fill a
   * panel. `drawn`: fetched only when drawn, for parts that few visits need.
   */
  when?: 'calm' | 'drawn'
  /** Placeholder while loading. */
  meanwhile?: FunctionComponent<Props>
  /**
   * Fallback when loading fails. By default nothing for parts fetched before being drawn; otherwise a sentence when offline, or
   * the screen's error view.
   */
  withoutIt?: FunctionComponent<Props>
}

/**
 * A part of a screen in a chunk of its own: drawn once loaded, without holding up the screen around it. `prepare` loads it ahead,
 * for an action that needs it at once.
 */
export function later<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  { when = 'calm', meanwhile, withoutIt }: Settings<Props> = {},
): FunctionComponent<Props> & { prepare: () => Promise<void> } {
  const isFetchedWhereDrawn = when === 'drawn'
  let state: State<Props> = {}
  let coming: Promise<void> | undefined
  const listeners = new Set<() => void>()

  function settle(next: State<Props>) {
    state = next
    for (const listener of listeners) listener()
  }
  function prepare() {
    coming ??= load().then(
      component => settle({ component }),
      (failure: unknown) => {
        coming = undefined
        settle({ component: withoutIt, failure: isFetchedWhereDrawn && !withoutIt ? failure : undefined })
        onNextOccasion(ask)
        throw failure
      },
    )
    return coming
  }
  const ask = () => void prepare().catch(() => undefined)
  if (!isFetchedWhereDrawn) whenCalm(ask)

  const part: Part<Props> = {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    forgive() {
      if (state.failure !== undefined) state = {}
    },
    ask,
    isFetchedWhereDrawn,
    meanwhile,
  }
  return Object.assign((props: Props) => createElement(LaterPart<Props>, { part, props }), { prepare })
}

function LaterPart<Props extends object>({ part, props }: { part: Part<Props>; props: Props }) {
  // Rerendered with its parent, which is memoised.
  'use no memo'
  useState(part.forgive)
  const { component, failure } = useSyncExternalStore(part.subscribe, part.read, part.read)
  useEffect(() => {
    // After the surrounding screen has been painted.
    if (part.isFetchedWhereDrawn) setTimeout(part.ask)
  }, [part])
  if (failure !== undefined) return <MissingPart error={failure} reset={part.ask} />
  const placeholder = part.meanwhile ? createElement(part.meanwhile, props) : null
  // The part's text may still be loading or fail: without boundaries the whole screen would suspend or fail, and somebody typing
  // in it would lose the focus.
  return component ? (
    <CatchBoundary getResetKey={String} errorComponent={MissingPart}>
      <Suspense fallback={placeholder}>{createElement(component, props)}</Suspense>
    </CatchBoundary>
  ) : (
    placeholder
  )
}

/** Retries a failed part or text on the next occasion. Offline, the surrounding screen stays with all that can still be read. */
function MissingPart({ error, reset }: Pick<ErrorComponentProps<unknown>, 'error' | 'reset'>) {
  'use no memo'
  useEffect(() => onNextOccasion(reset), [reset])
  const { problems } = useText(kitText)
  if (!isOffline(error)) throw error
  return (
    <p className="muted" role="status">
      {problems.offline}
    </p>
  )
}

import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { createElement, type FunctionComponent, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { isOffline } from './is-offline.ts'
import { kitText } from './kit-text.ts'
import { onNextOccasion } from './next-occasion.ts'
import { useText } from './text.tsx'

/** Long enough for the first screen to have its data on a slow line. */
const calm = 4_000
const waiting = new Set<() => void>()
let awake = false

/** From here on the parts that nobody sees at first are fetched: the page stands, or somebody has touched it. */
export function fetchLaterParts() {
  awake = true
  const [fetch] = waiting
  if (!fetch) return
  waiting.delete(fetch)
  fetch()
  // One after the other: what is pressed or typed in between does not wait for all of them.
  setTimeout(fetchLaterParts)
}

/** Once, when the application starts. */
export function planLaterParts() {
  setTimeout(fetchLaterParts, calm)
  // Whoever touches it is heard first; of a file that is dragged in from another window nothing else is heard before.
  const soon = () => setTimeout(fetchLaterParts)
  for (const touch of ['pointermove', 'pointerdown', 'keydown', 'dragenter']) {
    addEventListener(touch, soon, { once: true, capture: true, passive: true })
  }
}

/** Now, or once the page stands and somebody touches it. */
function whenCalm(fetch: () => void) {
  // What the module that says so declares further down is there by then.
  if (awake) queueMicrotask(fetch)
  else waiting.add(fetch)
}

type State<Props> = { component?: FunctionComponent<Props> | undefined; failure?: unknown }

type Part<Props> = {
  read: () => State<Props>
  subscribe: (listener: () => void) => () => void
  /** What failed for somebody else is tried anew. */
  forgive: () => void
  ask: () => void
  isFetchedWhereDrawn: boolean
  meanwhile: FunctionComponent<Props> | undefined
}

type Settings<Props> = {
  /**
   * `calm` unless said: once the page stands, drawn or not, for what nobody sees at first and what fills a panel that
   * somebody opens. `drawn`: only where it is drawn, for what few visits need.
   */
  when?: 'calm' | 'drawn'
  /** Holds its place while it is on its way. */
  meanwhile?: FunctionComponent<Props>
  /**
   * Stands in where it cannot be had. Without it, that is nothing where nobody has seen anything, and else a sentence in
   * its place where there is no network, or the error view of the screen.
   */
  withoutIt?: FunctionComponent<Props>
}

/**
 * A part of a screen that comes later, in a file of its own: drawn as soon as it is there, without holding up the screen
 * around it. `prepare` fetches it before it is drawn, for an act that needs it there at once.
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
  // It is drawn with what stands around it, which remembers itself.
  'use no memo'
  useState(part.forgive)
  const { component, failure } = useSyncExternalStore(part.subscribe, part.read, part.read)
  useEffect(() => {
    // Once the screen around it has been painted.
    if (part.isFetchedWhereDrawn) setTimeout(part.ask)
  }, [part])
  if (failure !== undefined) return <MissingPart error={failure} reset={part.ask} />
  const placeholder = part.meanwhile ? createElement(part.meanwhile, props) : null
  // Its words may still be on their way, or not to be had: without boundaries the whole screen would wait for them, or go
  // with them, and whoever types in it would lose the focus.
  return component ? (
    <CatchBoundary getResetKey={String} errorComponent={MissingPart}>
      <Suspense fallback={placeholder}>{createElement(component, props)}</Suspense>
    </CatchBoundary>
  ) : (
    placeholder
  )
}

/** It, or its words: asked for again on the next occasion. Without a network the screen around it stays, with all that can still be read. */
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

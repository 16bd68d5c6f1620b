import { createElement, type FunctionComponent, Suspense, useEffect, useSyncExternalStore } from 'react'

/** Long enough for the first screen to have its data on a slow line. */
const calm = 4_000
/** A part that could not be had is asked for again when somebody is there, or the network is. */
const occasions = ['pointerdown', 'keydown', 'online']

const waiting = new Set<() => void>()
let awake = false

/** From here on the parts that nobody sees at first are fetched: the page stands, or somebody has touched it. */
export function fetchLaterParts() {
  awake = true
  for (const fetch of waiting) fetch()
  waiting.clear()
}

/** Once, when the application starts. */
export function planLaterParts() {
  setTimeout(fetchLaterParts, calm)
  for (const touch of ['pointermove', 'pointerdown', 'keydown']) {
    addEventListener(touch, fetchLaterParts, { once: true, capture: true, passive: true })
  }
}

type Part<Props> = {
  read: () => FunctionComponent<Props> | undefined
  fetch: () => void
  subscribe: (listener: () => void) => () => void
}

/**
 * A part of the page that nobody sees at first: messages, questions, refusals. Its chunk comes when the page is calm, and
 * it is drawn as soon as it is there. Where it cannot be had, `withoutIt` stands in, or nothing.
 */
export function later<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  withoutIt?: FunctionComponent<Props>,
): FunctionComponent<Props> {
  return drawn(partOf(load, withoutIt))
}

/** What stands in a panel that somebody opens: it comes with the other parts, before there is any of it in the page. */
export function laterPanel<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  const part = partOf(load)
  whenCalm(part.fetch)
  return drawn(part)
}

/** Fetches now, or once the page stands and somebody touches it. */
export function whenCalm(fetch: () => void) {
  if (awake) fetch()
  else waiting.add(fetch)
}

function partOf<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  withoutIt?: FunctionComponent<Props>,
): Part<Props> {
  let arrived: FunctionComponent<Props> | undefined
  let fetching = false
  const listeners = new Set<() => void>()

  function settle(component: FunctionComponent<Props> | undefined) {
    arrived = component
    for (const listener of listeners) listener()
  }
  const part: Part<Props> = {
    read: () => arrived,
    fetch() {
      if (fetching) return
      fetching = true
      load().then(settle, () => {
        fetching = false
        settle(withoutIt)
        for (const occasion of occasions) addEventListener(occasion, part.fetch, { once: true, capture: true })
      })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
  return part
}

function drawn<Props extends object>(part: Part<Props>): FunctionComponent<Props> {
  return props => createElement(LaterPart<Props>, { part, props })
}

function LaterPart<Props extends object>({ part, props }: { part: Part<Props>; props: Props }) {
  const component = useSyncExternalStore(part.subscribe, part.read, part.read)
  useEffect(() => whenCalm(part.fetch), [part])
  // Its words may still be on their way: without a boundary the whole screen would wait for them, and whoever types in it
  // would lose the focus.
  return component ? createElement(Suspense, null, createElement(component, props)) : null
}

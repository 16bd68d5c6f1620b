import { createElement, type FunctionComponent, use } from 'react'

type Chunk = { screen: FunctionComponent | undefined; preload: () => Promise<void> }

/**
 * A screen in its own chunk, for a route's `component`; the build finds its file by the name, which must be unique. Unlike the
 * router's `lazyRouteComponent` it never reloads the page by itself: a missing chunk rejects, and chunk-failure.ts alone decides
 * whether to reload.
 */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<NoInfer<Name>, FunctionComponent>>,
  name: Name,
): FunctionComponent & { preload: () => Promise<void>; screenName: string } {
  let loading: Promise<void> | undefined
  const chunk: Chunk = {
    screen: undefined,
    preload() {
      loading ??= load().then(
        module => {
          chunk.screen = module[name]
        },
        (error: unknown) => {
          // The next visit tries again.
          loading = undefined
          throw error
        },
      )
      return loading
    },
  }
  return Object.assign(() => show(chunk), { preload: chunk.preload, screenName: name })
}

/** The router has normally preloaded the chunk; suspends otherwise. */
function show(chunk: Chunk) {
  if (!chunk.screen) use(chunk.preload())
  return chunk.screen ? createElement(chunk.screen) : null
}

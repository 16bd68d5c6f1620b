import { createRoute, createRouter, redirect } from '@tanstack/react-router'
import { enterAs } from '#app/frame/enter.ts'
import type { Entry, RouterSettings } from '#app/frame/entry.ts'
import { NotFound, Root, routerOptions } from '#app/frame/router-options.tsx'
import { queryClient } from '#app/frame/signed-in.tsx'
import { leaveTo } from '#features/auth/web/use-user.ts'
import { forgetKeptPages } from '#kit/web/forget-kept-pages.ts'
import { isAnyUnsent } from '#kit/web/kept.ts'
import { forgetBlobs } from '#kit/web/kept-blobs.ts'
import { root, staffConsole } from '#tenancy/web/roots.tsx'
import { Console } from './console.tsx'
import { staffScreens } from './screens.ts'

const queries = async () => queryClient

/** The sign-in page belongs to the practices' application. */
const enter = enterAs('staff', wanted => leaveTo(`/login?redirect=${encodeURIComponent(wanted)}`))

/** Shared code links to `/` for the home page, which leads here. */
const homeRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '/',
  staticData: { needs: 'session' },
  beforeLoad: () => {
    throw redirect({ to: '/staff', replace: true })
  },
})
const notFoundRoute = createRoute({
  getParentRoute: () => staffConsole,
  path: '$',
  staticData: { needs: 'session' },
  component: NotFound,
})

export function makeRouter({ sidebarOpen, history }: RouterSettings) {
  root.update({ staticData: { needs: 'nothing' }, component: Root })
  staffConsole.update({ staticData: staffConsole.options.staticData, component: Console })
  return createRouter({
    ...routerOptions,
    routeTree: root.addChildren([staffConsole.addChildren([homeRoute, ...staffScreens, notFoundRoute])]),
    ...(history ? { history } : {}),
    context: { queries, enter, sidebarOpen },
  })
}

async function leave() {
  // After an expired session unsent data must survive for the next sign-in.
  if (!isAnyUnsent()) forgetBlobs()
  // Not waited for long if a worker is still caching: its cache holds no personal data.
  await Promise.race([forgetKeptPages(), new Promise(resolve => setTimeout(resolve, 1_000))])
  return leaveTo('/login')
}

export const staffEntry: Entry = { makeRouter, queries, leave }

// How a server fails, and what is said of it (rule 35 of docs/forty-rules.md).
import type { Page, Route } from '@playwright/test'

export type Failure = {
  status: number
  code: string
  says: string | RegExp /** Asking again would not help. */
  isEnd?: boolean
}
/** Which whoever telephones can quote. */
const reference = 'REF-4711'
export const broken: Failure = {
  status: 500,
  code: 'internal',
  says: new RegExp(`Une erreur inattendue est survenue.*${reference}`),
}
export const ended: Failure = { status: 401, code: 'session_ended', says: '' }
/** It never answers. */
const silent: Failure = { status: 0, code: 'timeout', says: 'trop de temps à répondre' }
export const otherFailures: readonly Failure[] = [
  { status: 409, code: 'conflict', says: 'au même moment' },
  { status: 429, code: 'too_many_requests', says: 'dans 30 secondes' },
  { status: 503, code: 'unavailable', says: 'momentanément indisponible' },
  // No network at all.
  { status: 0, code: 'offline', says: 'Vérifiez votre connexion' },
  silent,
  { status: 422, code: 'input_invalid', says: 'n’est pas valable', isEnd: true },
  { status: 403, code: 'forbidden', says: /n’y donne pas accès|n’avez pas accès/, isEnd: true },
  { status: 404, code: 'not_found', says: /n’existe pas|introuvable/, isEnd: true },
]

export const fail = (route: Route, { status, code }: Failure) =>
  code === silent.code
    ? undefined
    : status === 0
      ? route.abort('internetdisconnected')
      : route.fulfill({
          status,
          contentType: 'application/problem+json',
          headers: { 'retry-after': '30' },
          body: JSON.stringify({ status, code, title: code, requestId: reference }),
        })

/** A call is given up after a while; here at once, for as long as nothing is answered. Before the page. */
export const withoutWaits = (page: Page) =>
  page.addInitScript(() => {
    const wait = globalThis.setTimeout
    const limit = 15_000
    const sooner = (work: TimerHandler, time?: number, ...given: unknown[]) =>
      wait(work, time === limit && Reflect.get(globalThis, 'isSilent') ? 100 : time, ...given)
    Object.assign(globalThis, { setTimeout: sooner })
  })

export const giveUpSoon = (page: Page, { code }: Failure) =>
  page.evaluate(isSilent => Object.assign(globalThis, { isSilent }), code === silent.code)

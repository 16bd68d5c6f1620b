import * as v from 'valibot'
import { preferredLanguage } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { type Api, type BinaryAnswer, on } from '#kit/server/serve.ts'
import type { Laboratory } from '#tenancy/server/actor.ts'
import { asVisitor } from '#tenancy/server/guards.ts'
import { findSender } from '#tenancy/server/outbox-sql.ts'
import { sandboxCalls } from '../contract.ts'
import type { CardEvent } from './card-provider.ts'
import { sandboxPage } from './sandbox-page.ts'
import { sandboxEvent } from './sandbox-provider.ts'
import { endCheckout, findCheckout, type ShownCheckout } from './sandbox-sql.ts'

const Outcome = v.picklist(['pay', 'close', 'decline'])

/** 404 unless the laboratory uses the sandbox. */
export function sandboxRoutes(api: Api, tell: (event: CardEvent) => Promise<void>) {
  async function shown(laboratory: Laboratory, checkout: ShownCheckout, incoming: Headers, isClosing: boolean) {
    const { language: usual, ...sender } = await findSender(laboratory)
    const language = preferredLanguage(checkout.language ?? incoming.get('accept-language'), usual)
    return sandboxPage({ ...sender, language, checkout, isClosing })
  }
  function answer(page: Awaited<ReturnType<typeof shown>>, outgoing: Headers): BinaryAnswer {
    outgoing.set('content-security-policy', page.policy)
    outgoing.set('x-robots-tag', 'noindex')
    return { bytes: new Uint8Array(Buffer.from(page.html)), type: 'text/html; charset=utf-8' }
  }
  async function known(laboratory: Laboratory, id: string): Promise<ShownCheckout> {
    const checkout = await findCheckout(laboratory, id)
    if (!checkout) throw problem('not_found')
    return checkout
  }

  on(api, sandboxCalls.page, asVisitor, async ({ actor, params, incoming, outgoing }) => {
    const page = await actor.laboratory(async laboratory =>
      shown(laboratory, await known(laboratory, params.id), incoming, false),
    )
    return answer(page, outgoing)
  })

  on(api, sandboxCalls.end, asVisitor, async ({ actor, params, bytes, incoming, outgoing }) => {
    const asked = new URLSearchParams(new TextDecoder().decode(bytes)).get('outcome')
    const outcome = v.is(Outcome, asked) ? asked : undefined
    const [page, event, returnUrl] = await actor.laboratory(async laboratory => {
      const checkout = await known(laboratory, params.id)
      const state = outcome === 'decline' ? 'over' : 'paid'
      const isEnded = outcome !== undefined && (await endCheckout(laboratory, checkout.id, state))
      const kind = state === 'over' ? 'failed' : 'succeeded'
      const now = { ...checkout, state: isEnded ? state : checkout.state }
      const page = await shown(laboratory, now, incoming, isEnded && outcome === 'close')
      const event = isEnded ? sandboxEvent(laboratory.brandId, checkout, kind) : undefined
      return [page, event, checkout.returnUrl] as const
    })
    // Only after the commit.
    if (event) await tell(event)
    if (event && outcome !== 'close') outgoing.set('refresh', `0; url=${returnUrl}`)
    return answer(page, outgoing)
  })
}

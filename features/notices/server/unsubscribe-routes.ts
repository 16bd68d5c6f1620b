import * as v from 'valibot'
import { type Language, preferredLanguage } from '#kit/language.ts'
import type { Secrets } from '#kit/server/keys.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Laboratory, Visitor } from '#tenancy/server/actor.ts'
import { asVisitor } from '#tenancy/server/guards.ts'
import { findSender } from '#tenancy/server/outbox-sql.ts'
import { NoticeKind, UnsubscribeScope, unsubscribeCalls } from '../contract.ts'
import { findUnsubscriber, setNoticeWays } from './settings-sql.ts'
import { unsubscribePage } from './unsubscribe-page.ts'
import { UnsubscribeTokens } from './unsubscribe-token.ts'

type Asked = { token: string; scope: string }

/** For the holder of a link from a mail, signed in or not. */
export function unsubscribeRoutes(api: Api, secrets: Secrets) {
  const tokens = new UnsubscribeTokens(secrets)

  async function find(laboratory: Laboratory, { token, scope }: Asked) {
    const userId = tokens.read(laboratory.brandId, token)
    const user = userId ? await findUnsubscriber(laboratory, userId) : undefined
    return user && v.is(UnsubscribeScope, scope) ? { user, scope } : undefined
  }

  async function show(
    visitor: Visitor,
    { asked, incoming, outgoing }: { asked: Asked; incoming: Headers; outgoing: Headers },
    end: boolean,
  ) {
    const page = await visitor.laboratory(async laboratory => {
      const found = await find(laboratory, asked)
      if (found && end) await setNoticeWays({ ...laboratory, userId: found.user.id }, ended(found.scope))
      const { language: usual, ...sender } = await findSender(laboratory)
      const language: Language = found?.user.language ?? preferredLanguage(incoming.get('accept-language'), usual)
      const state = end ? ('ended' as const) : ('asked' as const)
      return unsubscribePage({ ...sender, language, shown: found && { state, scope: found.scope, token: asked.token } })
    })
    outgoing.set('content-security-policy', page.policy)
    outgoing.set('x-robots-tag', 'noindex')
    // The link grants access by itself, so it must not leak as a referrer.
    outgoing.set('referrer-policy', 'no-referrer')
    return { bytes: new Uint8Array(Buffer.from(page.html)), type: 'text/html; charset=utf-8' }
  }

  on(api, unsubscribeCalls.ask, asVisitor, ({ actor, params, incoming, outgoing }) =>
    show(actor, { asked: params, incoming, outgoing }, false),
  )
  on(api, unsubscribeCalls.end, asVisitor, ({ actor, params, incoming, outgoing }) =>
    show(actor, { asked: params, incoming, outgoing }, true),
  )
}

const ended = (scope: UnsubscribeScope) =>
  Object.fromEntries((scope === 'all' ? NoticeKind.options : [scope]).map(kind => [kind, 'never' as const]))

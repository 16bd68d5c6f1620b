import { randomBytes } from 'node:crypto'
import { html } from 'hono/html'
import type { Language } from '#kit/language.ts'
import { type BrandColors, themeCss } from '#kit/theme.ts'
import type { NoticeKind, UnsubscribeScope } from '../contract.ts'
import { kindNames } from './mail-words.ts'

const fr = {
  title: 'Notifications par e‑mail',
  ask: (kind: string) => `Ne plus recevoir les e‑mails « ${kind} » ?`,
  askAll: 'Ne plus recevoir les e‑mails de notification ?',
  stop: (kind: string) => `Arrêter : ${kind}`,
  stopAll: 'Arrêter toutes les notifications',
  stopped: (kind: string) => `C’est fait : vous ne recevrez plus les e‑mails « ${kind} ».`,
  stoppedAll: 'C’est fait : vous ne recevrez plus d’e‑mail de notification.',
  stays: 'Ce qui se passe reste visible dans le portail. Vous pouvez changer d’avis dans votre compte.',
  account: 'Choisir mes notifications',
  question: 'Une question ?',
  unknown: 'Ce lien ne fonctionne pas ou plus.',
  unknownHelp: 'Connectez-vous pour choisir les e‑mails que vous recevez.',
}
const en: typeof fr = {
  title: 'E‑mail notifications',
  ask: kind => `Stop the e‑mails “${kind}”?`,
  askAll: 'Stop the notification e‑mails?',
  stop: kind => `Stop: ${kind}`,
  stopAll: 'Stop all notifications',
  stopped: kind => `Done: you will get no more e‑mails “${kind}”.`,
  stoppedAll: 'Done: you will get no more notification e‑mails.',
  stays: 'What happens can still be seen in the portal. You can change your mind in your account.',
  account: 'Choose my notifications',
  question: 'A question?',
  unknown: 'This link no longer works.',
  unknownHelp: 'Sign in to choose which e‑mails you get.',
}
const texts = { fr, en }

export type UnsubscribePage = {
  name: string
  phone: string
  colors: BrandColors
  language: Language
  /** Undefined for an invalid link. */
  shown: { state: 'asked' | 'ended'; scope: UnsubscribeScope; token: string } | undefined
}

/** One page without a script: it works in whatever window a mail program opens. */
export function unsubscribePage({ name, phone, colors, language, shown }: UnsubscribePage): {
  html: string
  policy: string
} {
  const t = texts[language]
  const nonce = randomBytes(16).toString('base64')
  const nameOf = (kind: NoticeKind) => kindNames[language][kind]
  const button = (token: string, scope: UnsubscribeScope, isFirst: boolean) => html`
<form method="post" action="/unsubscribe/${token}/${scope}"><button name="List-Unsubscribe" value="One-Click" class="${isFirst ? 'first' : 'second'}">${scope === 'all' ? t.stopAll : t.stop(nameOf(scope))}</button></form>`
  const content = () => {
    if (!shown) return html`<h1>${t.unknown}</h1><p>${t.unknownHelp}</p>`
    const { state, scope, token } = shown
    if (state === 'ended')
      return html`<h1>${scope === 'all' ? t.stoppedAll : t.stopped(nameOf(scope))}</h1><p>${t.stays}</p>${
        scope === 'all' ? '' : button(token, 'all', false)
      }`
    return html`<h1>${scope === 'all' ? t.askAll : t.ask(nameOf(scope))}</h1><p>${t.stays}</p>${button(token, scope, true)}${
      scope === 'all' ? '' : button(token, 'all', false)
    }`
  }
  return {
    html: String(html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${t.title} · ${name}</title><link rel="icon" href="data:,">
<style nonce="${nonce}">${themeCss(colors)}${style}</style></head>
<body><main><p class="name">${name}</p><section>${content()}<p><a href="/account">${t.account}</a></p></section><p class="help">${t.question} <a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a></p></main></body></html>
`),
    policy: [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      'img-src data:',
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}

const style = [
  'body{margin:0;background:var(--canvas);color:var(--card-foreground);font:16px/1.5 system-ui,sans-serif}',
  'main{box-sizing:border-box;max-width:560px;margin:0 auto;padding:32px 24px}',
  '.name{color:var(--link);font-weight:600}h1{font-size:22px;line-height:1.3;margin:0 0 12px;text-wrap:balance}',
  'section{padding:24px;border:1px solid var(--border);border-radius:8px;background:var(--surface)}section p:last-child{margin-bottom:0}',
  '.help{font-size:14px}.help a{display:inline-block;padding:4px 0}',
  'a{color:var(--link)}form{margin:0 0 12px}',
  'button{min-height:44px;padding:8px 18px;border-radius:8px;border:1px solid var(--control);font:inherit;font-weight:600;cursor:pointer;text-align:start}',
  '.first{background:var(--primary);border-color:var(--primary);color:var(--primary-foreground)}',
  '.second{background:var(--canvas);color:var(--card-foreground)}',
  ':focus-visible{outline:3px solid var(--ring);outline-offset:2px}',
].join('')

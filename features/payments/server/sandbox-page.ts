import { randomBytes } from 'node:crypto'
import { html } from 'hono/html'
import type { Language } from '#kit/language.ts'
import { formatMoney } from '#kit/money.ts'
import { type BrandColors, themeCss } from '#kit/theme.ts'
import type { SandboxCheckout } from './sandbox-sql.ts'

const fr = {
  title: 'Page de paiement d’essai',
  test: 'Essai : aucune carte n’est demandée, aucun argent ne bouge.',
  for: (label: string) => `Pour : ${label}`,
  pay: (amount: string) => `Payer ${amount}`,
  close: 'Payer sans revenir au portail',
  decline: 'Faire refuser la carte',
  back: 'Revenir sans payer',
  closed: 'C’est payé. Vous pouvez fermer cette page : le portail l’apprendra sans vous.',
  over: 'Cette page de paiement est terminée.',
  toPortal: 'Revenir au portail',
}
const en: typeof fr = {
  title: 'Test payment page',
  test: 'Test: no card is asked for and no money moves.',
  for: label => `For: ${label}`,
  pay: amount => `Pay ${amount}`,
  close: 'Pay without returning to the portal',
  decline: 'Have the card declined',
  back: 'Return without paying',
  closed: 'Paid. You can close this page: the portal will hear of it without you.',
  over: 'This payment page is over.',
  toPortal: 'Return to the portal',
}
const texts = { fr, en }

type Page = { name: string; colors: BrandColors; language: Language; checkout: SandboxCheckout; isClosing: boolean }

/** Stands in for a provider's page: no script, and nobody can mistake it for a real one. */
export function sandboxPage({ name, colors, language, checkout, isClosing }: Page): { html: string; policy: string } {
  const t = texts[language]
  const nonce = randomBytes(16).toString('base64')
  const amount = formatMoney(checkout.amountCents, language)
  const buttons = html`
<p>${t.for(checkout.label)}</p>
<form method="post"><button name="outcome" value="pay" class="first">${t.pay(amount)}</button>
<button name="outcome" value="close" class="second">${t.close}</button>
<button name="outcome" value="decline" class="second">${t.decline}</button></form>
<p><a href="${checkout.returnUrl}">${t.back}</a></p>`
  const ended = html`<p>${isClosing ? t.closed : t.over}</p><p><a href="${checkout.returnUrl}">${t.toPortal}</a></p>`
  return {
    html: String(html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${t.title} · ${name}</title><link rel="icon" href="data:,">
<style nonce="${nonce}">${themeCss(colors)}${style}</style></head>
<body><main><p class="test">${t.test}</p><p class="name">${name}</p><h1>${amount}</h1>${
      checkout.state === 'open' ? buttons : ended
    }</main></body></html>
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
  'main{box-sizing:border-box;max-width:480px;margin:0 auto;padding:32px 24px}',
  '.test{margin:0 0 24px;padding:12px 16px;border:2px dashed var(--control);border-radius:8px;font-weight:600}',
  '.name{color:var(--link);font-weight:600}h1{font-size:32px;line-height:1.2}a{color:var(--link)}',
  'button{display:block;width:100%;min-height:44px;margin:0 0 12px;padding:8px 18px;border-radius:8px;border:1px solid var(--control);font:inherit;font-weight:600;cursor:pointer}',
  '.first{background:var(--primary);border-color:var(--primary);color:var(--primary-foreground)}',
  '.second{background:var(--surface);color:var(--card-foreground)}',
  ':focus-visible{outline:3px solid var(--ring);outline-offset:2px}',
].join('')

import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { hostCookie, refreshCookie } from '#features/auth/server/refresh-token.ts'
import type { SeenSession, SeenSessions } from '#features/auth/server/seen-session.ts'
import type { Boot, BootBrand } from '#features/brand/boot.ts'
import type { Brand } from '#features/brand/contract.ts'
import { checkBrand } from '#features/brand/rules.ts'
import { loadBrand } from '#features/brand/server/brand.ts'
import { anyOnlooker, type Onlooker, onlookerOf } from '#features/brand/shells.ts'
import { type Language, languages, preferredLanguage } from '#kit/language.ts'
import { problem } from '#kit/problem.ts'
import { asRefusal, problemReply } from '#kit/server/problem-reply.ts'
import type { RequestContext } from '#kit/server/request-context.ts'
import type { Api, ServerEnv } from '#kit/server/serve.ts'
import { type BrandColors, neutralColors, themeCss } from '#kit/theme.ts'
import { type ThemeChoice, themeChoices } from '#kit/theme-choice.ts'
import { type Audience, audienceAt } from '#tenancy/audience.ts'
import { openLaboratory } from '#tenancy/server/guards.ts'
import { encodePage } from './compress-page.ts'
import type { Drawing } from './drawing.ts'
import { beforePicture, beginAfterPicture, earlyScript } from './early-script.ts'
import { escapeHtml } from './escape-html.ts'
import { pageText } from './page-text.ts'
import { drawWithData, languageOf, type PageWithData } from './page-with-data.ts'
import { roundPath, roundWorkerPath, roundWorkerPolicy, roundWorkerScript } from './round-worker.ts'
import { fillShell } from './shell.ts'
import { readWebBuild, type WebBuild, webRootOf } from './web-build.ts'

type KnownBrand = { brand: Brand; defaultLanguage: Language }
type Known = KnownBrand & { session?: SeenSession | undefined }

/** The last known brand of each host, so that the page for an unavailable database still has the laboratory's colours. */
const lastKnown = new Map<string, KnownBrand>()
const rememberedHosts = 500

type Means = { webRoot: string; drawing: Drawing; sessions: SeenSessions }
type Tools = Omit<Means, 'webRoot'> & { api: Api }

/**
 * Every address that is neither a call nor a file gets the same document. It contains brand, language and theme, so that nothing
 * flashes and the screen's first request can start at once. The path's audience decides which application it starts.
 */
export function pageRoutes(api: Api, { webRoot, drawing, sessions }: Means) {
  const buildOf = (audience: Audience) => {
    const root = webRootOf(webRoot, audience)
    return readWebBuild(root, audience, file => readFileSync(join(root, file), 'utf8'))
  }
  const builds: Record<Audience, WebBuild> = { practice: buildOf('practice'), staff: buildOf('staff') }
  api.http.get('*', async c => {
    const path = c.req.path
    if (path === roundWorkerPath) return roundWorker(c, builds.staff, sessions)
    // Missing files are 404: in place of an asset removed by a deployment, a browser would run the page as a script. Typed as an
    // address, the portal's not-found view is shown instead.
    const isFile = /\/\.|\.[a-z0-9]{1,5}$/i.test(path)
    if (path.startsWith('/assets/') || (isFile && !isGoneTo(c.get('request').headers))) throw problem('not_found')
    return page(c, builds[audienceAt(path)], { api, drawing, sessions })
  })
  api.http.all('*', c => {
    const refusal = problemReply(problem('method_not_allowed'), c.get('request').requestId)
    refusal.headers.set('allow', 'GET, HEAD')
    return refusal
  })
}

/** Whether the browser navigates there, rather than loading it for a page. Over plain HTTP only Accept tells. */
function isGoneTo(headers: Headers): boolean {
  const destination = headers.get('sec-fetch-dest')
  return destination ? destination === 'document' : (headers.get('accept') ?? '').includes('text/html')
}

async function page(c: Context<ServerEnv>, build: WebBuild, { api, drawing, sessions }: Tools): Promise<Response> {
  const request = c.get('request')
  const { known, failure, status: brandStatus } = await knownBrand(request, sessions)
  // The same document, whose not-found view is in the frame of the portal.
  const status = brandStatus === 200 && !build.leadsSomewhere(c.req.path) ? 404 : brandStatus
  if (status >= 500) c.set('failure', failure)
  const cookies = getCookie(c)
  const boot: Boot = {
    ...bootBrandOf(known?.brand ?? null, failure ? problemOf(status) : null),
    language: languageAt(c, known),
    apiOrigin: '',
    serverTime: Date.now(),
    sidebarOpen: cookies.sidebar !== 'closed',
  }
  const session = status === 200 ? known?.session : undefined
  if (known && !session) drawing.prepare(audienceAt(c.req.path))
  const drawn = session && (await drawWithData(c, boot, session, { api, drawing, build }))
  const hasFiles = cookies[buildCookie] === build.version
  const nonce = randomBytes(16).toString('base64')
  const html = writePage(boot, build, {
    nonce,
    drawn,
    path: c.req.path,
    theme: themeChoices.find(choice => choice === cookies.theme) ?? 'system',
    mayBeSignedIn: refreshCookie in cookies,
    ...(session?.kind === audienceAt(c.req.path) && { onlooker: onlookerOf(session) }),
    requestId: request.requestId,
    hasFiles,
  })
  const { body, encoding } = await encodePage(html, request.headers.get('accept-encoding') ?? '')
  return new Response(body, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      ...(encoding ? { 'content-encoding': encoding } : {}),
      vary: 'Host, Cookie, Accept-Language, Accept-Encoding',
      'content-security-policy': policy(nonce),
      'reporting-endpoints': 'csp="/api/csp-reports"',
      'x-robots-tag': 'noindex',
      ...(status === 503 ? { 'retry-after': '2' } : {}),
      ...(status === 200 && !hasFiles ? { 'set-cookie': hostCookie(buildCookie, build.version, aYear) } : {}),
    },
  })
}

/** The build that this browser was last given, whose files it may have cached. Not personal data. */
const buildCookie = '__Host-build'
const aYear = 365 * 24 * 3_600

/** Before the sign-in the browser's language cookie wins: the last session may have another language. */
const openPages = ['/login', '/signup']

/** The language of the answer. */
function languageAt(c: Context<ServerEnv>, known: Known | undefined): Language {
  const cookie = getCookie(c).language
  const said = languages.find(language => language === cookie)
  const ofSession = languageOf(known?.session)
  return (
    (openPages.includes(c.req.path) ? (said ?? ofSession) : (ofSession ?? said)) ??
    preferredLanguage(c.get('request').headers.get('accept-language'), known?.defaultLanguage ?? 'fr')
  )
}

/** Another build, policy, language or brand changes the worker's script, so that the browser updates its cached files. */
async function roundWorker(c: Context<ServerEnv>, build: WebBuild, sessions: SeenSessions): Promise<Response> {
  const { known, status } = await knownBrand(c.get('request'), sessions)
  if (!known || status !== 200) throw problem(status >= 500 ? 'unavailable' : 'not_found')
  const language = languageAt(c, known)
  const files = build.everything(language, roundPath)
  const boot: Boot = { ...bootBrandOf(known.brand, null), language, apiOrigin: '', serverTime: 0, sidebarOpen: true }
  // Includes the page's policy and inline scripts, so that a fix to these reaches every phone.
  const asked: Asked = { path: roundPath, theme: 'system', mayBeSignedIn: true, requestId: '', nonce: '' }
  const version = createHash('sha256')
    .update(
      JSON.stringify([
        files,
        policy(''),
        ...[false, true].map(hasFiles => writePage(boot, build, { ...asked, hasFiles })),
      ]),
    )
    .digest('base64url')
  return new Response(roundWorkerScript(files, version), {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': roundWorkerPolicy,
      vary: 'Host, Cookie, Accept-Language',
    },
  })
}

async function knownBrand(
  request: RequestContext,
  sessions: SeenSessions,
): Promise<{ known?: Known; failure?: unknown; status: number }> {
  try {
    const [{ brand, defaultLanguage }, session] = await openLaboratory(request, 'read', laboratory =>
      Promise.all([loadBrand(laboratory), sessions.find(laboratory, request.headers)]),
    )
    lastKnown.delete(request.host)
    lastKnown.set(request.host, { brand, defaultLanguage })
    for (const host of [...lastKnown.keys()].slice(0, -rememberedHosts)) lastKnown.delete(host)
    return { known: { brand, defaultLanguage, session }, status: 200 }
  } catch (failure) {
    const { status } = asRefusal(failure)
    const known = status >= 500 ? lastKnown.get(request.host) : undefined
    return { ...(known ? { known } : {}), failure, status }
  }
}

/** A wrongly configured laboratory gets no portal and no first picture. */
function bootBrandOf(brand: Brand | null, problem: BootBrand['problem']): BootBrand {
  if (problem || !brand) return { brand, problem: problem ?? 'unexpected' }
  const checked = checkBrand(brand)
  return checked ? { brand: checked, problem: null } : { brand, problem: 'wrongly_configured' }
}

const problemOf = (status: number) => (status === 404 ? 'brand_unknown' : status === 503 ? 'unavailable' : 'unexpected')

/** The content of the page until the application has started. */
function picture(
  { brand, language, sidebarOpen }: Boot,
  build: WebBuild,
  { path, mayBeSignedIn, onlooker = anyOnlooker[audienceAt(path)] }: Asked,
): string {
  const { picture, inFrame } = build.screenAt(path, mayBeSignedIn) ?? {}
  if (!brand || !picture) return ''
  const shell = build.shell({
    picture,
    language,
    hasLogo: brand.companyLogo !== null,
    sidebarOpen: !inFrame || sidebarOpen,
    onlooker: inFrame ? onlooker : null,
  })
  return fillShell(shell, brand)
}

/** The circumstances of a page. Without a session the portal's files would only delay the sign-in page. */
type Asked = {
  drawn?: PageWithData | undefined
  path: string
  theme: ThemeChoice
  mayBeSignedIn: boolean
  /** The kind of user, as far as screens differ by it. */
  onlooker?: Onlooker
  requestId: string
  nonce: string
  /** The browser has been given this build before: its files are most likely cached. */
  hasFiles?: boolean
}

export function writePage(boot: Boot, build: WebBuild, asked: Asked): string {
  const { brand, language } = boot
  const { drawn, path, theme, mayBeSignedIn, requestId, nonce, hasFiles } = asked
  const content = boot.problem ? failureMarkup(boot, requestId) : (drawn?.markup ?? picture(boot, build, asked))
  const title = brand ? `${brand.companyName} Client Portal` : 'Client Portal'
  const colors = brand?.whiteLabel ?? neutralColors
  const preloads = build
    .preloads(language, path, mayBeSignedIn)
    .map(file => `<link rel="modulepreload" href="/${file}" nonce="${nonce}">`)
  const entry = `<script type="module" src="/${build.entry}" nonce="${nonce}"></script>`
  // Named, so that scripts do not fetch them again (kit/web/fetch-chunk.ts).
  const styles = build
    .styles(path, mayBeSignedIn)
    .map(({ file, css }) => `<style nonce="${nonce}" data-href="/${file}">${css}</style>`)
  const first = beforePicture({ path, userId: drawn?.userId })
  const scripts = [
    // Before any module: older browsers ignore a map that comes after one (scripts/place-chunks.ts).
    `<script type="importmap" nonce="${nonce}" data-others="${build.places.others}">${build.places.importMap}</script>`,
    ...(hasFiles ? [] : preloads),
  ]
  return [
    `<!doctype html><html lang="${language}" class="fresh" data-theme="${theme}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<meta property="csp-nonce" nonce="${nonce}">`,
    `<title>${escapeHtml(title)}</title>`,
    brand?.companyFavicon
      ? `<link rel="icon" href="${escapeHtml(brand.companyFavicon)}">`
      : '<link rel="icon" href="data:,">',
    // The most urgent first: the application when signing in, the picture when it holds the data.
    ...(mayBeSignedIn ? [] : scripts),
    ...styles,
    `<style nonce="${nonce}">${themeOf(colors)}</style>`,
    ...(mayBeSignedIn && !drawn ? scripts : []),
    `</head><body>`,
    first && `<script nonce="${nonce}">${first}</script>`,
    `<div id="root">${content}</div>`,
    ...(drawn ? scripts : []),
    ...[...(drawn?.answers ?? [])].map(
      ([address, answer]) =>
        `<script type="application/json" data-answers="${escapeHtml(address)}" nonce="${nonce}">${inScript(answer)}</script>`,
    ),
    `<script nonce="${nonce}">${earlyScript({ path, mayBeSignedIn, isDrawn: drawn !== undefined })}</script>`,
    `<noscript>${escapeHtml(pageText[language].scriptNeeded)}</noscript>`,
    `<script type="application/json" id="boot" nonce="${nonce}">${inScript(JSON.stringify(boot))}</script>`,
    hasFiles
      ? `<template id="later">${preloads.join('')}${entry}</template><script nonce="${nonce}">${beginAfterPicture}</script>`
      : entry,
    '</body></html>',
  ].join('')
}

/** Cached by colours: computing the contrasts took two thirds of the time of writing a page. */
const themes = new Map<string, string>()

function themeOf(colors: BrandColors): string {
  const key = JSON.stringify(colors)
  const known = themes.get(key)
  if (known !== undefined) return known
  const css = themeCss(colors)
  themes.set(key, css)
  for (const oldest of [...themes.keys()].slice(0, -rememberedHosts)) themes.delete(oldest)
  return css
}

/** Escapes JSON so that it cannot close its script element. */
const inScript = (json: string) => json.replaceAll('<', '\\u003c')

/** Readable before, and without, the script that draws the error view. */
function failureMarkup({ problem: code, language }: Boot, requestId: string): string {
  const text = pageText[language]
  const { title, description } =
    code === 'brand_unknown' ? text.brandUnknown : code === 'wrongly_configured' ? text.wronglyConfigured : text.generic
  return `<main class="message"><h1>${escapeHtml(title)}</h1><p class="muted">${escapeHtml(description)}</p><p>${requestId}</p></main>`
}

/** No inline code without this answer's nonce, no foreign script, no string turned into code (security.md S41). */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // Scans are parsed in a worker: features/attachments/web/scans.ts.
    "worker-src 'self'",
    // The driver's screen is cached by another worker: features/deliveries/web/kept-screen.ts.
    'trusted-types scan-worker round-worker',
    'report-uri /api/csp-reports',
    'report-to csp',
  ].join('; ')

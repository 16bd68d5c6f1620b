import type { Context } from 'hono'
import type { SeenSession } from '#features/auth/server/seen-session.ts'
import type { Boot } from '#features/brand/boot.ts'
import { languages } from '#kit/language.ts'
import type { Api, ServerEnv } from '#kit/server/serve.ts'
import { audienceAt } from '#tenancy/audience.ts'
import type { Drawing, DrawnPage } from './drawing.ts'
import type { WebBuild } from './web-build.ts'

export type PageWithData = DrawnPage & { userId: string }
type Means = { api: Api; drawing: Drawing; build: WebBuild }

/** In the user's language; undefined if the page belongs to the other audience or has no picture. */
export async function drawWithData(
  c: Context<ServerEnv>,
  { brand, problem, language, sidebarOpen }: Boot,
  session: SeenSession,
  { api, drawing, build }: Means,
): Promise<PageWithData | undefined> {
  const { pathname, search } = new URL(c.req.url)
  const audience = audienceAt(pathname)
  const screen = build.screenAt(pathname, true)
  if (problem || session.kind !== audience || !screen?.inFrame || !screen.picture) return undefined
  const { userId } = session
  const token = await session.makeToken()
  const page = { audience, address: pathname + search, language, brand, sidebarOpen, token }
  const drawn = await drawing.draw(page, {
    userId,
    ask: async address => {
      const response = await api.http.fetch(readAs(token, c, address), c.env)
      return { status: response.status, text: await response.text() }
    },
  })
  return drawn && { ...drawn, userId }
}

export const languageOf = (session: SeenSession | undefined) =>
  languages.find(language => language === session?.language)

/**
 * A request like any other by the same person from the same address: checked, counted and audited as if the browser had made it.
 */
function readAs(token: string, c: Context<ServerEnv>, address: string): Request {
  const headers = new Headers({ accept: 'application/json', authorization: `Bearer ${token}` })
  for (const name of ['host', 'x-forwarded-for', 'user-agent']) {
    const said = c.req.raw.headers.get(name)
    if (said) headers.set(name, said)
  }
  return new Request(new URL(address, c.req.url), { headers })
}

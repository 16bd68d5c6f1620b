import type { Logger } from 'pino'
import type { Secrets } from '#kit/server/keys.ts'
import { describeError } from '#kit/server/log.ts'
import type { Database } from '#tenancy/server/database.ts'
import { providerCalls } from '../contract.ts'
import type { CardEvent } from './card-provider.ts'
import { sandboxProvider, signedEvent } from './sandbox-provider.ts'
import { type StripeSettings, stripeProvider } from './stripe-provider.ts'

type Parts = {
  database: Database
  secrets: Secrets
  stripe: StripeSettings | undefined
  log: Logger
  /** This application's fetch: the sandbox calls it as other providers do from outside. */
  fetch: (request: Request) => Response | Promise<Response>
}

/** The providers this installation can ask, and how the sandbox's pages report what happened on them. */
export function cardProviders({ database, secrets, stripe, log, fetch }: Parts) {
  const path = providerCalls.event.path.replace(':provider', 'sandbox')
  const send = async (event: CardEvent) => {
    const { body, headers } = signedEvent(secrets, event)
    const type = { 'content-type': 'application/json' }
    const { status } = await fetch(
      new Request(`http://localhost${path}`, { method: 'POST', body, headers: { ...headers, ...type } }),
    )
    if (status !== 204) throw new Error(`The event was answered with ${status}.`)
  }
  // May be lost like any provider's event: the job asks about payments without news.
  const tell = (event: CardEvent) =>
    send(event).catch(error => log.warn({ error: describeError(error) }, 'sandbox event lost'))
  const sandbox = sandboxProvider({ database, secrets, tell })
  return { providers: { sandbox, ...(stripe ? { stripe: stripeProvider(stripe) } : {}) }, tell }
}

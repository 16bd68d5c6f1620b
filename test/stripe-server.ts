import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'

type Json = Record<string, unknown>
type Session = Json & { id: string; status: string; payment_status: string; metadata: Json; amount_total: number }
type Intent = Json & { id: string; status: string; metadata: Json; latest_charge: Charge | null }
type Charge = Json & { id: string; amount: number; amount_refunded: number; disputed: boolean; metadata: Json }
type Answer = { status: number; body: Json }

/** What goes wrong with the next call: an answer instead of the right one, or none though the work is done. */
type Trouble = { answer: Answer } | 'silent'

const failure = (status: number, type: string, code?: string): Answer => ({
  status,
  body: { error: { type, ...(code ? { code } : {}), message: `Refused: sk_test_secret, ${code ?? type}` } },
})

/** Stripe's interface as it is documented, so far as Checkout goes: https://docs.stripe.com/api. */
export async function startStripeServer({ secretKey = 'sk_test_arcade' } = {}) {
  const sessions = new Map<string, Session>()
  const intents = new Map<string, Intent>()
  const answers = new Map<string, { fingerprint: string; answer: Answer }>()
  const asked: {
    method: string
    path: string
    account: string | undefined
    key: string | undefined
    form: URLSearchParams
  }[] = []
  const troubles: Trouble[] = []
  const meanwhile = new Map<string, () => Promise<unknown>>()
  const id = (prefix: string) => `${prefix}_test_${randomBytes(8).toString('hex')}`

  function createSession(form: URLSearchParams, account: string | undefined): Answer {
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'))
    if (form.get('mode') !== 'payment' || !Number.isInteger(amount) || amount < 50)
      return failure(400, 'invalid_request_error', 'parameter_invalid_integer')
    const expiresAt = Number(form.get('expires_at'))
    if (expiresAt < Date.now() / 1000 + 1_800) return failure(400, 'invalid_request_error', 'expires_at_too_soon')
    const metadata = { payment: form.get('metadata[payment]'), laboratory: form.get('metadata[laboratory]') }
    const session = {
      object: 'checkout.session',
      id: id('cs'),
      account,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      client_reference_id: form.get('client_reference_id'),
      metadata,
      amount_total: amount,
      currency: form.get('line_items[0][price_data][currency]'),
      success_url: form.get('success_url'),
      expires_at: expiresAt,
    }
    const made = { ...session, url: `https://checkout.stripe.test/${session.id}` }
    sessions.set(made.id, made)
    return { status: 200, body: made }
  }

  const ofAccount = <T extends Json>(found: T | undefined, account: string | undefined) =>
    found?.account === account ? found : undefined
  const missing = failure(404, 'invalid_request_error', 'resource_missing')
  const shown = (session: Session) => ({
    ...session,
    payment_intent: intents.get(String(session.payment_intent)) ?? session.payment_intent,
  })

  function answerTo(method: string, url: URL, form: URLSearchParams, account: string | undefined): Answer {
    const [, , kind = '', first = '', second = '', third = ''] = url.pathname.split('/')
    if (kind === 'checkout' && method === 'POST' && !second) return createSession(form, account)
    if (kind === 'checkout') {
      const session = ofAccount(sessions.get(second), account)
      if (!session) return missing
      if (method === 'POST' && third === 'expire') {
        if (session.status !== 'open') return failure(400, 'invalid_request_error')
        Object.assign(session, { status: 'expired', url: null })
      }
      return { status: 200, body: shown(session) }
    }
    if (kind === 'payment_intents' && first === 'search') {
      const [, payment] = /metadata\['payment'\]:'([^']+)'/.exec(url.searchParams.get('query') ?? '') ?? []
      const data = [...intents.values()].filter(one => one.metadata.payment === payment && one.account === account)
      return { status: 200, body: { object: 'search_result', data, has_more: false } }
    }
    if (kind === 'payment_intents') {
      const intent = ofAccount(intents.get(first), account)
      return intent ? { status: 200, body: intent } : missing
    }
    if (kind === 'refunds') {
      const intent = ofAccount(intents.get(form.get('payment_intent') ?? ''), account)
      const charge = intent?.latest_charge
      const amount = Number(form.get('amount'))
      if (!charge) return missing
      if (charge.amount_refunded + amount > charge.amount)
        return failure(400, 'invalid_request_error', 'charge_already_refunded')
      charge.amount_refunded += amount
      return { status: 200, body: { object: 'refund', id: id('re'), amount } }
    }
    return missing
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://stripe.test')
    const body = await textOf(request)
    const form = new URLSearchParams(body)
    const { method = 'GET' } = request
    const first = meanwhile.get(url.pathname)
    meanwhile.delete(url.pathname)
    await first?.()
    const header = (name: string) => request.headers[name]?.toString()
    const [account, key] = [header('stripe-account'), header('idempotency-key')]
    asked.push({ method, path: url.pathname, account, key, form })
    const trouble = troubles.shift()
    const send = ({ status, body: said }: Answer) => {
      if (trouble === 'silent') return
      response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' })
      response.end(JSON.stringify(said))
    }
    if (header('authorization') !== `Bearer ${secretKey}`) return send(failure(401, 'invalid_request_error'))
    if (typeof trouble === 'object') return send(trouble.answer)
    const fingerprint = `${method} ${url.pathname} ${body}`
    const earlier = key ? answers.get(`${account} ${key}`) : undefined
    if (earlier && earlier.fingerprint !== fingerprint) return send(failure(400, 'idempotency_error'))
    const answer = earlier?.answer ?? answerTo(method, url, form, account)
    // What was refused for its parameters was never begun.
    if (key && answer.status < 400) answers.set(`${account} ${key}`, { fingerprint, answer })
    send(answer)
  }

  const server = createServer((request, response) => {
    void serve(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const sessionOf = (paymentId: string): Session => {
    const session = [...sessions.values()].find(({ client_reference_id }) => client_reference_id === paymentId)
    if (!session) throw new Error(`Nobody has opened a page for ${paymentId}.`)
    return session
  }

  return {
    api: { protocol: 'http' as const, host: '127.0.0.1', port },
    secretKey,
    asked,
    failure,
    /** The next calls, in this order. */
    meet: (...those: Trouble[]) => troubles.push(...those),
    /** What happens while the next call of this path is under way. */
    before: (path: string, happens: () => Promise<unknown>) => meanwhile.set(path, happens),
    sessions,
    sessionOf,
    /** As the payer does it on the page. */
    pay(paymentId: string): Session {
      const session = sessionOf(paymentId)
      if (session.status !== 'open') throw new Error(`This page is ${session.status}.`)
      const { amount_total: amount, currency, metadata, account } = session
      const charge = { object: 'charge', id: id('ch'), amount, amount_refunded: 0, currency, disputed: false, metadata }
      const intent = {
        object: 'payment_intent',
        id: id('pi'),
        status: 'succeeded',
        amount,
        currency,
        metadata,
        account,
      }
      intents.set(intent.id, { ...intent, latest_charge: { ...charge, payment_intent: intent.id } })
      Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: intent.id, url: null })
      return session
    },
    chargeOf(paymentId: string): Charge {
      const charge = intents.get(String(sessionOf(paymentId).payment_intent))?.latest_charge
      if (!charge) throw new Error(`Nothing was charged for ${paymentId}.`)
      return charge
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** An event as Stripe sends it: the body, and the signature over the moment and the body. */
export function stripeEvent(
  type: string,
  object: Json,
  {
    secret,
    account,
    at = Math.floor(Date.now() / 1000),
    id = `evt_${randomBytes(8).toString('hex')}`,
  }: {
    secret: string
    account?: string | undefined
    at?: number
    id?: string
  },
) {
  const event = { id, object: 'event', type, created: at, data: { object }, ...(account ? { account } : {}) }
  const body = JSON.stringify(event)
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return { body, headers: { 'stripe-signature': `t=${at},v1=${signature}` } }
}

import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { EnvelopeAddress } from '#kit/mail.ts'
import { OperatorError } from '#kit/server/operator-error.ts'
import type { SmtpPlace } from '#kit/server/smtp.ts'
import type { StoragePlace } from '#kit/server/storage-place.ts'

const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/),
  v.transform(Number),
  v.check(value => value <= 65_535),
)

const hostName = v.pipe(v.string(), v.regex(/^[\w.:-]+$/))

const postgresUrl = v.pipe(
  v.string(),
  v.check(
    value => /^postgres(ql)?:\/\/[^/?#@]+@[^/?#]+\/[^/?#]/.test(value) && URL.canParse(value) && isDecodable(value),
  ),
)

const isStorageUrl = (value: string) => {
  if (!URL.canParse(value) || !isDecodable(value)) return false
  const { protocol, username, password, host, pathname, searchParams } = new URL(value)
  const isWhole = protocol === 's3:' && !!username && !!password && !!host
  return isWhole && /^\/[a-z0-9][a-z0-9.-]{2,62}$/.test(pathname) && hasOnly(searchParams, /^(tls=off|region=[\w-]+)$/)
}

/** A user name without a password, or the reverse, is an incomplete login. */
function isSmtpUrl(value: string): boolean {
  if (!URL.canParse(value) || !isDecodable(value)) return false
  const { protocol, username, password, hostname, pathname, searchParams } = new URL(value)
  const isBare = pathname === '' || pathname === '/'
  const isWhole = /^smtps?:$/.test(protocol) && hostname !== '' && isBare && !username === !password
  return isWhole && hasOnly(searchParams, protocol === 'smtp:' ? /^tls=off$/ : /^$/)
}

/** Otherwise a typing error in `tls=off` would go unnoticed until connections fail. */
const hasOnly = (asked: URLSearchParams, known: RegExp) =>
  [...asked].every(([name, value]) => known.test(`${name}=${value}`))

/** A literal `%` is written `%25`. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Every setting: its check, the message when it is wrong, and whether its value may be shown. */
const settings = {
  PORT: { shape: v.optional(port, '3000'), expected: 'a port number from 0 to 65535 (0 takes a free one)' },
  HOST: { shape: v.optional(hostName, '127.0.0.1'), expected: 'a host name or address' },
  DATABASE_URL: {
    shape: v.optional(postgresUrl),
    expected: 'an address like postgresql://user:password@host:5432/database',
    isSecret: true,
  },
  DATABASE_JOBS_URL: {
    shape: v.optional(postgresUrl),
    expected: 'an address like postgresql://user:password@host:5432/database',
    isSecret: true,
  },
  DATABASE_OWNER_URL: {
    shape: v.optional(postgresUrl),
    expected: 'an address like postgresql://user:password@host:5432/database',
    isSecret: true,
  },
  DATA_DIR: { shape: v.optional(v.pipe(v.string(), v.minLength(1)), '.data'), expected: 'the path of a folder' },
  APP_SECRET: {
    shape: v.optional(v.pipe(v.string(), v.minLength(32), v.check(isUnguessable))),
    expected: 'at least 32 random characters, for example from `openssl rand -base64 32`',
    found: (given: string) =>
      given.length < 32
        ? undefined
        : 'can be guessed, from a word like “secret” in it or from few different characters',
    isSecret: true,
  },
  APP_SECRET_OLD: {
    shape: v.optional(v.pipe(v.string(), v.minLength(32))),
    expected: 'the APP_SECRET that was used so far',
    isSecret: true,
  },
  LOG_LEVEL: {
    shape: v.optional(v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
    expected: 'fatal, error, warn, info, debug, trace or silent',
  },
  STORAGE_URL: {
    shape: v.optional(v.pipe(v.string(), v.check(isStorageUrl))),
    expected:
      'an address like s3://key:secret@s3.example/bucket?region=eu-west-3, with &tls=off for a store on the same machine',
    isSecret: true,
  },
  FILES_DIR: { shape: v.optional(v.pipe(v.string(), v.minLength(1))), expected: 'the path of a folder' },
  SCANNER_URL: {
    shape: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^clamd:\/\/[\w.-]+:[1-9]\d{0,4}$/),
        v.check(value => URL.canParse(value)),
      ),
    ),
    expected: 'an address like clamd://scanner.example:3310',
  },
  SMTP_URL: {
    shape: v.optional(v.pipe(v.string(), v.check(isSmtpUrl))),
    expected:
      'an address like smtp://user:password@smtp.example:587, or smtp://smtp.example:25?tls=off on the same network',
    isSecret: true,
  },
  MAIL_FROM: { shape: v.optional(EnvelopeAddress), expected: 'an address like portal@laboratory.example' },
  STRIPE_SECRET_KEY: {
    shape: v.optional(v.pipe(v.string(), v.regex(/^[sr]k_(test|live)_\w{8,}$/))),
    expected: 'a key like sk_live_… or rk_live_…',
    isSecret: true,
  },
  STRIPE_WEBHOOK_SECRET: {
    shape: v.optional(v.pipe(v.string(), v.regex(/^whsec_[^\s,]{8,}(,whsec_[^\s,]{8,})?$/))),
    expected: 'a secret like whsec_…, or two of them with a comma between while one takes the other’s place',
    isSecret: true,
  },
  PROGRAMS_WITHIN: { shape: v.optional(v.literal('1')), expected: '1, or nothing at all' },
  TRUSTED_PROXIES: {
    shape: v.optional(v.pipe(v.string(), v.regex(/^\d$/), v.transform(Number)), '0'),
    expected: 'how many proxies stand in front, from 0 to 9',
  },
  METRICS_PORT: { shape: v.optional(port), expected: 'a port number from 0 to 65535' },
  METRICS_HOST: { shape: v.optional(hostName, '127.0.0.1'), expected: 'a host name or address' },
  DEMO: { shape: v.optional(v.literal('1')), expected: '1, or nothing at all' },
}

export type Settings = {
  port: number
  host: string
  dataFolder: string
  /** The configured database; undefined for the embedded one. */
  database: { url: string; jobsUrl: string; ownerUrl: string; appSecret: string } | undefined
  /** The configured secret; undefined to use the one kept in the data folder. */
  appSecret: string | undefined
  /** The secret that the configured one has replaced. */
  oldSecret: string | undefined
  logLevel: string
  trustedProxies: number
  /** Port of the metrics; none by default. */
  metricsPort: number | undefined
  /** Metrics need no sign-in, so opening the portal to others must not open them. */
  metricsHost: string
  /** Allows the demonstration to be served to everybody. */
  wantsDemonstration: boolean
  storage: StoragePlace
  scanner: { host: string; port: number } | undefined
  mail: { server: SmtpPlace | undefined; from: string | undefined }
  stripe: { secretKey: string; webhookSecrets: string[] } | undefined
  /** Whether laboratories may send webhooks to addresses of this installation's own network. */
  areProgramsWithin: boolean
}

/** Returns the settings, or throws an OperatorError that names the first wrong one. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const databaseUrl = read('DATABASE_URL', env)
  const ownerUrl = read('DATABASE_OWNER_URL', env)
  const appSecret = read('APP_SECRET', env)
  const oldSecret = read('APP_SECRET_OLD', env)
  if (oldSecret && !appSecret)
    throw new OperatorError('APP_SECRET_OLD is set without APP_SECRET: expected the secret that takes its place.')
  const dataFolder = fromRoot(read('DATA_DIR', env))
  const database = givenDatabase({ url: databaseUrl, jobsUrl: read('DATABASE_JOBS_URL', env), ownerUrl, appSecret })
  return {
    port: read('PORT', env),
    host: read('HOST', env),
    dataFolder,
    database,
    appSecret,
    oldSecret,
    logLevel: read('LOG_LEVEL', env),
    trustedProxies: read('TRUSTED_PROXIES', env),
    metricsPort: read('METRICS_PORT', env),
    metricsHost: read('METRICS_HOST', env),
    wantsDemonstration: read('DEMO', env) === '1',
    storage: storagePlace(read('STORAGE_URL', env), read('FILES_DIR', env), !database && join(dataFolder, 'files')),
    scanner: scannerPlace(read('SCANNER_URL', env)),
    mail: mailSettings(read('SMTP_URL', env), read('MAIL_FROM', env)),
    stripe: stripeSettings(read('STRIPE_SECRET_KEY', env), read('STRIPE_WEBHOOK_SECRET', env)),
    areProgramsWithin: read('PROGRAMS_WITHIN', env) === '1',
  }
}

const fromRoot = (path: string) => resolve(import.meta.dirname, '..', path)

type Name = keyof typeof settings
type Value<N extends Name> = v.InferOutput<(typeof settings)[N]['shape']>

function read<N extends Name>(name: N, env: Record<string, string | undefined>): Value<N> {
  const setting = settings[name]
  // An empty value is how a shell or a compose file says "not set".
  const given = env[name] || undefined
  const result = v.safeParse(setting.shape, given)
  if (result.success) return result.output as Value<N>
  const wrong = 'isSecret' in setting ? 'is not as it must be' : `is "${given}"`
  const found = given !== undefined && 'found' in setting ? setting.found(given) : undefined
  throw new OperatorError(`${name} ${found ?? wrong}: expected ${setting.expected}.`)
}

type Given = Record<'url' | 'jobsUrl' | 'ownerUrl' | 'appSecret', string | undefined>

function givenDatabase({ url, jobsUrl, ownerUrl, appSecret }: Given) {
  if (!url && !jobsUrl && !ownerUrl) return
  const named = { DATABASE_URL: url, DATABASE_JOBS_URL: jobsUrl, DATABASE_OWNER_URL: ownerUrl }
  const missing = Object.entries(named).flatMap(([name, given]) => (given ? [] : [name]))
  if (!url || !jobsUrl || !ownerUrl) {
    throw new OperatorError(
      `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set: a database of your own has three roles (docs/operations.md).`,
    )
  }
  const [runtime, jobs, owner] = [url, jobsUrl, ownerUrl].map(address => new URL(address).username)
  if (runtime === owner) {
    throw new OperatorError(
      'DATABASE_URL and DATABASE_OWNER_URL name the same role: expected a role for the application that owns nothing.',
    )
  }
  if (jobs === runtime || jobs === owner) {
    throw new OperatorError(
      `DATABASE_JOBS_URL names the role ${jobs === runtime ? 'of DATABASE_URL' : 'of DATABASE_OWNER_URL'}: expected one of its own, arcade_jobs.`,
    )
  }
  for (const [name, address] of Object.entries({ DATABASE_JOBS_URL: jobsUrl, DATABASE_OWNER_URL: ownerUrl })) {
    // Hosts may differ, one through a pooler say; but jobs in another database would never be run.
    if (databaseIn(address) !== databaseIn(url))
      throw new OperatorError(
        `${name} names another database than DATABASE_URL: expected the same, with a role of its own.`,
      )
  }
  if (!appSecret)
    throw new OperatorError(`APP_SECRET is not set: with DATABASE_URL, expected ${settings.APP_SECRET.expected}.`)
  return { url, jobsUrl, ownerUrl, appSecret }
}

/** `ownFolder` is for a process alone on its database; several processes must share the place of the files. */
function storagePlace(url: string | undefined, folder: string | undefined, ownFolder: string | false): StoragePlace {
  if (url && folder) throw new OperatorError('STORAGE_URL and FILES_DIR are both set: files are kept in one place.')
  if (folder) return { folder: fromRoot(folder) }
  if (!url && ownFolder) return { folder: ownFolder }
  if (!url) {
    throw new OperatorError(
      'Neither FILES_DIR nor STORAGE_URL is set: with DATABASE_URL, expected the place for files that all processes share, a folder or a bucket.',
    )
  }
  const { username, password, host, pathname, searchParams } = new URL(url)
  return {
    // Only a store on the same machine or network may go without TLS.
    endpoint: `${searchParams.get('tls') === 'off' ? 'http' : 'https'}://${host}`,
    region: searchParams.get('region') ?? 'us-east-1',
    bucket: pathname.slice(1),
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  }
}

function scannerPlace(url: string | undefined) {
  if (!url) return undefined
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) }
}

function mailSettings(url: string | undefined, from: string | undefined): Settings['mail'] {
  if (!url) return { server: undefined, from }
  // Mail servers refuse senders that are not theirs.
  if (!from) throw new OperatorError(`MAIL_FROM is not set: with SMTP_URL, expected ${settings.MAIL_FROM.expected}.`)
  const { protocol, username, password, hostname, port, searchParams } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const login = username ? { user: decodeURIComponent(username), password: decodeURIComponent(password) } : undefined
  return {
    server: {
      host: hostname,
      port: Number(port) || (isSecure ? 465 : 587),
      isSecure,
      isPlain: !isSecure && searchParams.get('tls') === 'off',
      login,
    },
    from,
  }
}

/** Stripe reports payments only by events, so the webhook secret is required. */
function stripeSettings(secretKey: string | undefined, secrets: string | undefined): Settings['stripe'] {
  if (!secretKey && !secrets) return undefined
  const missing = secretKey ? 'STRIPE_WEBHOOK_SECRET' : 'STRIPE_SECRET_KEY'
  if (!secretKey || !secrets)
    throw new OperatorError(`${missing} is not set: cards need both the key and the secret of the endpoint for events.`)
  return { secretKey, webhookSecrets: secrets.split(',') }
}

/**
 * The setting that makes the portal reachable from other machines; undefined when only this machine can connect and no proxy
 * forwards requests.
 */
export function openToOthers({ host, trustedProxies }: Pick<Settings, 'host' | 'trustedProxies'>): string | undefined {
  if (!/^(127\.[\d.]+|::1|localhost)$/.test(host)) return `HOST=${host}`
  if (trustedProxies > 0) return `TRUSTED_PROXIES=${trustedProxies}`
}

/** Rejects secrets copied from an example, or typed by holding a key. */
function isUnguessable(secret: string): boolean {
  const isPlaceholder = /change|secret|example|default|password|replace/i.test(secret)
  return !isPlaceholder && new Set(secret).size >= 12
}

const databaseIn = (url: string) => decodeURIComponent(new URL(url).pathname)

import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OperatorError } from '#kit/server/operator-error.ts'
import { openToOthers, readSettings } from './env.ts'

const secret = 'Zq7vXw2mK9pLr4tNb8sHd3fGj6kPy1cV'
const given = {
  DATABASE_URL: 'postgresql://arcade_app:hush@db.example:5432/arcade',
  DATABASE_JOBS_URL: 'postgresql://arcade_jobs:hush@db.example:5432/arcade',
  DATABASE_OWNER_URL: 'postgresql://arcade_owner:hush@db.example:5432/arcade',
  APP_SECRET: secret,
  FILES_DIR: '/srv/files',
}

test('without settings: the embedded database, this machine only', () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataFolder: resolve(import.meta.dirname, '..', '.data'),
    database: undefined,
    appSecret: undefined,
    oldSecret: undefined,
    logLevel: 'info',
    trustedProxies: 0,
    metricsPort: undefined,
    metricsHost: '127.0.0.1',
    wantsDemonstration: false,
    areProgramsWithin: false,
    storage: { folder: resolve(import.meta.dirname, '..', '.data', 'files') },
    scanner: undefined,
    mail: { server: undefined, from: undefined },
  })
})

test('mails go through a mail server, from an address, with TLS unless it stands next door', () => {
  const read = (url: string) => readSettings({ SMTP_URL: url, MAIL_FROM: 'portal@arcade.example' }).mail
  expect(read('smtp://portal:se%2Fcret@smtp.example')).toEqual({
    from: 'portal@arcade.example',
    server: {
      host: 'smtp.example',
      port: 587,
      isSecure: false,
      isPlain: false,
      login: { user: 'portal', password: 'se/cret' },
    },
  })
  expect(read('smtps://smtp.example').server).toMatchObject({ port: 465, isSecure: true, login: undefined })
  expect(read('smtp://127.0.0.1:1025?tls=off').server).toMatchObject({ port: 1025, isPlain: true })
})

test('figures are for this machine, whoever else the portal is open to', () => {
  const open = { HOST: '0.0.0.0', METRICS_PORT: '9464' }
  expect(readSettings(open)).toMatchObject({ host: '0.0.0.0', metricsHost: '127.0.0.1' })
  expect(readSettings({ ...open, METRICS_HOST: '10.0.0.2' })).toMatchObject({ metricsHost: '10.0.0.2' })
})

test('an empty value is no value', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' })).toEqual(readSettings({}))
})

test('a database of one’s own comes with its three roles and a secret', () => {
  expect(readSettings({ ...given, TRUSTED_PROXIES: '2', DATA_DIR: '/srv/arcade' })).toMatchObject({
    database: {
      url: given.DATABASE_URL,
      jobsUrl: given.DATABASE_JOBS_URL,
      ownerUrl: given.DATABASE_OWNER_URL,
      appSecret: secret,
    },
    dataFolder: '/srv/arcade',
    trustedProxies: 2,
    storage: { folder: '/srv/files' },
  })
})

test('files go to a bucket, past a scanner, where there is one', () => {
  const settings = readSettings({
    STORAGE_URL: 's3://AKIA:se%2Fcret@s3.eu-west-3.amazonaws.com/files-of-arcade?region=eu-west-3',
    SCANNER_URL: 'clamd://scanner.internal:3310',
  })
  expect(settings.storage).toEqual({
    endpoint: 'https://s3.eu-west-3.amazonaws.com',
    region: 'eu-west-3',
    bucket: 'files-of-arcade',
    accessKeyId: 'AKIA',
    secretAccessKey: 'se/cret',
  })
  expect(settings.scanner).toEqual({ host: 'scanner.internal', port: 3310 })
  const { storage } = readSettings({ STORAGE_URL: 's3://a:b@127.0.0.1:4568/files?tls=off' })
  expect(storage).toMatchObject({ endpoint: 'http://127.0.0.1:4568', region: 'us-east-1' })
})

test.each([
  ['127.0.0.1', 0, undefined],
  ['localhost', 0, undefined],
  ['::1', 0, undefined],
  ['127.0.0.1', 1, 'TRUSTED_PROXIES=1'],
  ['0.0.0.0', 0, 'HOST=0.0.0.0'],
  ['::', 0, 'HOST=::'],
  ['127.portal.example', 0, 'HOST=127.portal.example'],
  ['192.168.1.20', 0, 'HOST=192.168.1.20'],
])('HOST=%s with %d proxies lets other machines in by %s', (host, trustedProxies, by) => {
  expect(openToOthers({ host, trustedProxies })).toBe(by)
})

describe('one clear sentence for', () => {
  const wrong: [string, Record<string, string>, string][] = [
    [
      'a port that is none',
      { PORT: '70000' },
      'PORT is "70000": expected a port number from 0 to 65535 (0 takes a free one).',
    ],
    ['a host', { HOST: 'http://x' }, 'HOST is "http://x": expected a host name or address.'],
    [
      'a log level',
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL is "loud": expected fatal, error, warn, info, debug, trace or silent.',
    ],
    [
      'proxies',
      { TRUSTED_PROXIES: 'all' },
      'TRUSTED_PROXIES is "all": expected how many proxies stand in front, from 0 to 9.',
    ],
    [
      'a runtime role alone',
      { DATABASE_URL: given.DATABASE_URL },
      'DATABASE_JOBS_URL and DATABASE_OWNER_URL are not set: a database of your own has three roles (docs/operations.md).',
    ],
    [
      'an owner alone',
      { DATABASE_OWNER_URL: given.DATABASE_OWNER_URL },
      'DATABASE_URL and DATABASE_JOBS_URL are not set: a database of your own has three roles (docs/operations.md).',
    ],
    [
      'a queue that nobody works through',
      { ...given, DATABASE_JOBS_URL: '' },
      'DATABASE_JOBS_URL is not set: a database of your own has three roles (docs/operations.md).',
    ],
    [
      'a queue that is worked through by the runtime role',
      { ...given, DATABASE_JOBS_URL: given.DATABASE_URL },
      'DATABASE_JOBS_URL names the role of DATABASE_URL: expected one of its own, arcade_jobs.',
    ],
    [
      'a queue that is worked through by the owner',
      { ...given, DATABASE_JOBS_URL: given.DATABASE_OWNER_URL },
      'DATABASE_JOBS_URL names the role of DATABASE_OWNER_URL: expected one of its own, arcade_jobs.',
    ],
    [
      'the owner as runtime role',
      { ...given, DATABASE_URL: given.DATABASE_OWNER_URL },
      'DATABASE_URL and DATABASE_OWNER_URL name the same role: expected a role for the application that owns nothing.',
    ],
    [
      'a queue in another database',
      { ...given, DATABASE_JOBS_URL: given.DATABASE_JOBS_URL.replace(/arcade$/, 'postgres') },
      'DATABASE_JOBS_URL names another database than DATABASE_URL: expected the same, with a role of its own.',
    ],
    [
      'migrations of another database',
      { ...given, DATABASE_OWNER_URL: given.DATABASE_OWNER_URL.replace(/arcade$/, 'postgres') },
      'DATABASE_OWNER_URL names another database than DATABASE_URL: expected the same, with a role of its own.',
    ],
    [
      'a secret that nothing takes the place of',
      { APP_SECRET_OLD: secret },
      'APP_SECRET_OLD is set without APP_SECRET: expected the secret that takes its place.',
    ],
    [
      'a missing secret',
      { ...given, APP_SECRET: '' },
      'APP_SECRET is not set: with DATABASE_URL, expected at least 32 random characters, for example from `openssl rand -base64 32`.',
    ],
  ]
  wrong.push(['a demonstration that is half wanted', { DEMO: 'yes' }, 'DEMO is "yes": expected 1, or nothing at all.'])
  wrong.push(
    [
      'a database that several processes may share, and no place for files that they do',
      { ...given, FILES_DIR: '' },
      'Neither FILES_DIR nor STORAGE_URL is set: with DATABASE_URL, expected the place for files that all processes share, a folder or a bucket.',
    ],
    [
      'two places for files',
      { FILES_DIR: '/srv/files', STORAGE_URL: 's3://key:hush@s3.example/files' },
      'STORAGE_URL and FILES_DIR are both set: files are kept in one place.',
    ],
  )
  const wrongMail =
    'SMTP_URL is not as it must be: expected an address like smtp://user:password@smtp.example:587, or smtp://smtp.example:25?tls=off on the same network.'
  for (const url of [
    'smtp.example:587',
    'http://smtp.example',
    'smtp://user@smtp.example',
    'smtp://a:%@b',
    'smtp://a/b',
    'smtp://a?tls=of',
    'smtp://a?TLS=off',
    'smtp://a?tls=off&tls=on',
    'smtps://a?tls=off',
  ])
    wrong.push([`a mail server at ${url}`, { SMTP_URL: url, MAIL_FROM: 'portal@arcade.example' }, wrongMail])
  wrong.push(
    [
      'a mail server and nobody whom mails come from',
      { SMTP_URL: 'smtp://smtp.example' },
      'MAIL_FROM is not set: with SMTP_URL, expected an address like portal@laboratory.example.',
    ],
    [
      'a sender that is no address',
      { MAIL_FROM: 'Portal <portal@arcade.example>' },
      'MAIL_FROM is "Portal <portal@arcade.example>": expected an address like portal@laboratory.example.',
    ],
  )
  const wrongStorage =
    'STORAGE_URL is not as it must be: expected an address like s3://key:secret@s3.example/bucket?region=eu-west-3, with &tls=off for a store on the same machine.'
  for (const url of [
    '/var/files',
    'https://s3.example/bucket',
    's3://s3.example/bucket',
    's3://key:hush@s3.example',
    's3://key:hush@s3.example/a/b',
    's3://key:hush@s3.example/UPPER',
    's3://key:50%hush@s3.example/files',
    's3://k%ey:hush@s3.example/files',
    's3://key:hush@s3.example/files?tls=of',
    's3://key:hush@s3.example/files?regoin=eu-west-3',
  ])
    wrong.push([`a place for files, ${url}`, { STORAGE_URL: url }, wrongStorage])
  wrong.push([
    'a database whose password holds a stray %',
    { ...given, DATABASE_URL: 'postgresql://arcade_app:50%hush@db.example/arcade' },
    'DATABASE_URL is not as it must be: expected an address like postgresql://user:password@host:5432/database.',
  ])
  for (const url of ['http://x', 'clamd://scanner:65536', 'clamd://scanner:99999', 'clamd://scanner:0'])
    wrong.push([
      `a scanner, ${url}`,
      { SCANNER_URL: url },
      `SCANNER_URL is "${url}": expected an address like clamd://scanner.example:3310.`,
    ])
  const [key, event] = [`sk_live_${'k'.repeat(24)}`, `whsec_${'e'.repeat(24)}`]
  wrong.push(
    [
      'cards without the secret of their events',
      { STRIPE_SECRET_KEY: key },
      'STRIPE_WEBHOOK_SECRET is not set: cards need both the key and the secret of the endpoint for events.',
    ],
    [
      'events of cards that nobody takes',
      { STRIPE_WEBHOOK_SECRET: event },
      'STRIPE_SECRET_KEY is not set: cards need both the key and the secret of the endpoint for events.',
    ],
  )
  for (const wrongKey of [`pk_live_${'k'.repeat(24)}`, 'sk_live_short', `${key} `])
    wrong.push([
      `a key for cards, ${wrongKey}`,
      { STRIPE_SECRET_KEY: wrongKey, STRIPE_WEBHOOK_SECRET: event },
      'STRIPE_SECRET_KEY is not as it must be: expected a key like sk_live_… or rk_live_….',
    ])
  for (const wrongSecret of ['whsec_short', `${event},`, `${event},${event},${event}`, `${event} ${event}`])
    wrong.push([
      `a secret for events, ${wrongSecret}`,
      { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: wrongSecret },
      'STRIPE_WEBHOOK_SECRET is not as it must be: expected a secret like whsec_…, or two of them with a comma between while one takes the other’s place.',
    ])
  test.each(wrong)('%s', (_what, settings, sentence) => {
    expect(() => readSettings(settings)).toThrow(new OperatorError(sentence))
  })
})

test('cards need a key and a secret for events, or two of these while one takes the other’s place', () => {
  const [secretKey, one, other] = [`rk_test_${'k'.repeat(24)}`, `whsec_${'a'.repeat(24)}`, `whsec_${'b'.repeat(24)}`]
  const read = (secrets: string) =>
    readSettings({ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: secrets }).stripe
  expect(read(one)).toEqual({ secretKey, webhookSecrets: [one] })
  expect(read(`${one},${other}`)).toEqual({ secretKey, webhookSecrets: [one, other] })
  expect(readSettings({}).stripe).toBeUndefined()
})

describe('a secret', () => {
  const weak = ['change-me-change-me-change-me-0123456789', 'a'.repeat(40), 'abababababababababababababababababab']
  test.each(weak)('is refused when it can be guessed, which is said, and never repeated: %s', value => {
    expect(() => readSettings({ APP_SECRET: value })).toThrow(/^APP_SECRET can be guessed, .*: expected at least 32/)
    expect(() => readSettings({ APP_SECRET: value })).not.toThrow(value)
  })

  test('that is too short is said to be as it must not be', () => {
    expect(() => readSettings({ APP_SECRET: 'Zq7v' })).toThrow(/^APP_SECRET is not as it must be: expected at least 32/)
  })

  test('in a wrong database address is not repeated either', () => {
    expect(() => readSettings({ ...given, DATABASE_URL: 'mysql://root:hush@db/arcade' })).toThrow(
      /^DATABASE_URL is not as it must be: expected an address like postgresql:/,
    )
  })
})

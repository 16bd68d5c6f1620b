import { createInterface } from 'node:readline/promises'
import { domainToASCII } from 'node:url'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import type { StartingLaboratory } from '#db/seed/starting-laboratory.ts'
import { Words } from '#kit/input.ts'
import { languages } from '#kit/language.ts'
import { MailAddress } from '#kit/mail.ts'
import { OperatorError } from '#kit/server/operator-error.ts'

const zones = new Map(['UTC', ...Intl.supportedValuesOf('timeZone')].map(zone => [zone.toLowerCase(), zone]))

const words = v.pipe(
  Words(100),
  v.check(text => !/\p{Cc}/u.test(text)),
)
const host = v.pipe(
  v.string(),
  v.trim(),
  v.transform(name => (/[/:@\s]/.test(name) ? '' : domainToASCII(name))),
  v.maxLength(253),
  v.regex(/^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/),
)
const timeZone = v.pipe(
  v.string(),
  v.trim(),
  v.transform(zone => zones.get(zone.toLowerCase())),
  v.string(),
)
const phone = v.pipe(words, v.regex(/^[+\d][\d .()-]{3,}$/))
const login = v.pipe(
  words,
  v.regex(/^\S+$/),
  v.transform(name => name.normalize('NFC').toLowerCase()),
)

/** Each question in order, with the option that answers it beforehand, its check and its default. */
const questions = {
  name: { asks: 'Name of the laboratory', shape: words, expected: 'a name' },
  host: {
    asks: 'Host at which its portal answers',
    shape: host,
    expected: 'a name like portal.laboratory.fr, without https:// and without a port',
  },
  'time-zone': {
    asks: 'Time zone',
    shape: timeZone,
    expected: 'one of the IANA list, like Europe/Paris or Indian/Reunion',
    otherwise: 'Europe/Paris',
  },
  language: {
    asks: 'Language, fr or en; everybody chooses their own afterwards',
    shape: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.picklist(languages)),
    expected: 'fr or en',
    otherwise: 'fr',
  },
  email: {
    asks: 'E-mail address that its mails come from; nothing for the installation’s own, MAIL_FROM',
    shape: v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => undefined),
      ),
      MailAddress,
    ]),
    expected: 'an address like portal@laboratory.fr',
    otherwise: '',
  },
  cards: {
    asks: 'Payment by card: stripe, acct_… for its own account there, sandbox to try it; nothing for none',
    shape: v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => undefined),
      ),
      v.pipe(
        v.picklist(['sandbox', 'stripe']),
        v.transform(provider => ({ provider, account: null })),
      ),
      v.pipe(
        v.string(),
        v.trim(),
        v.regex(/^acct_[A-Za-z\d]{1,60}$/),
        v.transform(account => ({ provider: 'stripe' as const, account })),
      ),
    ]),
    expected: 'stripe, an account like acct_1AbCdEf, sandbox, or nothing',
    otherwise: '',
  },
  phone: { asks: 'Telephone for practices', shape: phone, expected: 'a number like 01 99 00 12 30' },
  address: { asks: 'Street, as on traceability sheets', shape: words, expected: 'a street and its number' },
  'postal-code': { asks: 'Postal code', shape: words, expected: 'a postal code' },
  city: { asks: 'City', shape: words, expected: 'a city' },
  'admin-first-name': { asks: 'First administrator: first name', shape: words, expected: 'a first name' },
  'admin-last-name': { asks: 'First administrator: last name', shape: words, expected: 'a last name' },
  'admin-email': {
    asks: 'First administrator: e-mail address',
    shape: MailAddress,
    expected: 'an address like claire@laboratory.fr',
  },
  'admin-login': {
    asks: 'First administrator: login; nothing for the e-mail address',
    shape: v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => undefined),
      ),
      login,
    ]),
    expected: 'a login without spaces',
    otherwise: '',
  },
} satisfies Record<string, Question>
type Question = { asks: string; shape: v.GenericSchema<unknown>; expected: string; otherwise?: string }
type Name = keyof typeof questions
type Answers = { [N in Name]: v.InferOutput<(typeof questions)[N]['shape']> }

const names = Object.keys(questions) as Name[]

export const help = `Makes a laboratory and prints the link by which its administrator chooses a password:

  npm run laboratory                        asks one thing after the other
  npm run laboratory -- --name … --host …   takes what is given, and asks for the rest in a terminal
  npm run laboratory -- --link --host …     another link, for an administrator who has not chosen a password yet

${names
  .map(name => {
    const { asks, otherwise }: Question = questions[name]
    return `  --${name.padEnd(17)} ${asks}${otherwise ? ` (${otherwise})` : ''}\n`
  })
  .join('')}
It uses the settings of npm start (DATA_DIR, or DATABASE_URL and its companions), running or not.
`

export type Asked = { host: string } & ({ what: 'link' } | { what: 'laboratory'; laboratory: StartingLaboratory })

export async function readAsked(args: string[]): Promise<Asked> {
  const { link, ...given } = readOptions(args)
  if (link) {
    const { host } = await answersFor(['host'], given)
    return { what: 'link', host }
  }
  const answers = await answersFor(names, given)
  const { host, name, email, cards, phone, address, city, language } = answers
  return {
    what: 'laboratory',
    host,
    laboratory: {
      name,
      host,
      email,
      cards,
      phone,
      address,
      city,
      language,
      timeZone: answers['time-zone'],
      postalCode: answers['postal-code'],
      administrator: {
        firstName: answers['admin-first-name'],
        lastName: answers['admin-last-name'],
        email: answers['admin-email'],
        login: answers['admin-login'] ?? answers['admin-email'].toLowerCase(),
      },
    },
  }
}

type Given = Partial<Record<Name, string>>

function readOptions(args: string[]): Given & { link?: boolean } {
  const text = names.map(name => [name, { type: 'string' }] as const)
  try {
    const { values } = parseArgs({ args, options: { ...Object.fromEntries(text), link: { type: 'boolean' } } })
    return values
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error} See npm run laboratory -- --help.`)
  }
}

/** Options are checked before anything is asked. */
async function answersFor<N extends Name>(wanted: readonly N[], given: Given): Promise<Pick<Answers, N>> {
  const isAsking = process.stdin.isTTY === true
  const answers: Partial<Record<Name, unknown>> = {}
  for (const name of wanted) {
    const { otherwise }: Question = questions[name]
    const text = given[name] ?? (isAsking ? undefined : otherwise)
    if (text !== undefined) answers[name] = checked(name, text)
  }
  const missing = wanted.filter(name => !(name in answers))
  if (missing.length > 0 && !isAsking) {
    const options = missing.map(name => `--${name}`).join(', ')
    throw new OperatorError(`Not given: ${options}. See npm run laboratory -- --help.`)
  }
  if (missing.length > 0) Object.assign(answers, await ask(missing))
  return answers as Pick<Answers, N>
}

function checked(name: Name, text: string): unknown {
  const { shape, expected }: Question = questions[name]
  const result = v.safeParse(shape, text)
  if (result.success) return result.output
  throw new OperatorError(`${name} is "${text}": expected ${expected}.`)
}

/** Repeats each question until its answer is valid: after ten answers nobody should have to start again. */
async function ask(wanted: readonly Name[]): Promise<Partial<Record<Name, unknown>>> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl-D, or a closed terminal.
  const gone = new AbortController()
  terminal.once('close', () => gone.abort(new OperatorError('Nothing was made.')))
  const answers: Partial<Record<Name, unknown>> = {}
  try {
    for (const name of wanted) {
      while (!(name in answers)) {
        const { asks, otherwise }: Question = questions[name]
        const question = `${asks}${otherwise ? ` (${otherwise})` : ''}: `
        const text = (await terminal.question(question, { signal: gone.signal })).trim()
        try {
          answers[name] = checked(name, text || (otherwise ?? ''))
        } catch (error) {
          if (!(error instanceof OperatorError)) throw error
          process.stdout.write(`${error.message}\n`)
        }
      }
    }
  } finally {
    terminal.close()
  }
  return answers
}

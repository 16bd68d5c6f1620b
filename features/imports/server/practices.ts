import * as v from 'valibot'
import { isAddressTaken } from '#features/account/server/invited-sql.ts'
import {
  type Invite,
  insertEmptyPractice,
  insertMember,
  insertPractice,
  listHoldersOf,
  loginOf,
  type NewPerson,
  type NewPractice,
} from '#features/account/server/people-sql.ts'
import { type KnownPractice, listKnownPractices } from '#features/account/server/practice-sql.ts'
import { type ColleagueRole, keptOf } from '#features/colleagues/rules.ts'
import { ImportedPerson, ImportedPractice } from '#features/practices/input.ts'
import { inputErrors } from '#kit/input.ts'
import { Problem } from '#kit/problem.ts'
import { isText } from '#kit/server/table-file.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { type FieldName, fieldsOf } from '../fields.ts'
import { countryIn, daysIn, languageIn, roleIn, type Said } from './cells.ts'
import { type Answers, type Entry, Faults, nothingUnsaid, type Reading, type Verdict } from './kind.ts'

type Practice = v.InferOutput<typeof ImportedPractice>
/** Not there yet where it has no id: its first line makes it, and says of it what the others say too; `first` is its manager. */
type Place = Omit<KnownPractice, 'id'> & { id: string | undefined; first?: Entry; said?: Practice }
type Holder = Awaited<ReturnType<typeof listHoldersOf>>[number]

const readers = {
  country: countryIn,
  language: languageIn,
  deliveryDays: daysIn,
  openingDays: daysIn,
} as const satisfies Partial<Record<FieldName, (cell: string) => Said<unknown>>>

/** What two lines of one practice say alike, or one of them does not say. */
const ofPractice = [
  'address',
  'postalCode',
  'city',
  'country',
  'deliveryInstruction',
  'deliveryDays',
  'openingDays',
] as const

const fields = fieldsOf('practices')
const isField = (path: string): path is FieldName => fields.some(({ name }) => name === path)
const alike = (name: string) => name.normalize('NFC').toLowerCase()
const bare = (said: unknown) => String(said).replace(/\s/g, '').toUpperCase()

/** Spreadsheets take a postal code or a telephone for a number, and its first 0 away. */
function withZeros({ line, said }: Entry): Entry {
  const country = said.country ? countryIn(said.country) : { value: 'FR' }
  if (!('value' in country && country.value === 'FR')) return { line, said }
  const { postalCode = '', phone = '' } = said
  return {
    line,
    said: {
      ...said,
      ...(/^\d{4}$/.test(postalCode) && { postalCode: `0${postalCode}` }),
      ...(/^[1-9]\d{8}$/.test(phone) && { phone: `0${phone}` }),
    },
  }
}

type Asked = { kind: 'practices' | 'people'; invite: Invite; answers: Answers }

/**
 * A line is somebody of a practice: a new one, whose manager its first line says, or one that is there and stays as it is.
 * Of people alone it is always one that is there: a practice that is called a little differently is no other one.
 */
export async function readPractices(
  staff: Staff,
  importId: string,
  { kind, invite, answers }: Asked,
): Promise<Reading> {
  const byName = new Map<string, Place[]>()
  const keep = (place: Place) => byName.set(alike(place.name), [...(byName.get(alike(place.name)) ?? []), place])
  for (const known of await listKnownPractices(staff)) keep(known)
  const seen = new Set<string>()
  const unsaid = { ...nothingUnsaid }
  let ready: { place: Place; practice: NewPractice; member?: { person: NewPerson; role: ColleagueRole } }[] = []

  /** One with whom nobody writes: their practice comes without them, and they are invited once they have an address. */
  const isNobody = ({ said }: Entry) => kind === 'practices' && !said.email

  /** By its name, and where several are called so by their postal code; one that is not there is made. */
  function placeOf(entry: Entry, faults: Faults): Place | undefined {
    const { name = '', postalCode = '' } = entry.said
    if (!name) return undefined
    const code = bare(postalCode)
    const named = byName.get(alike(name)) ?? []
    const [known, another] = named.filter(place => !code || !place.postalCode || bare(place.postalCode) === code)
    if (known && another) return void faults.add('name', 'practice_unclear')
    if (!known && kind === 'people') return void faults.add('name', 'practice_unknown')
    const place: Place = known ?? { id: undefined, name, postalCode, isDisabled: false, isEmpty: true }
    if (!known) keep(place)
    if (place.isEmpty && !isNobody(entry)) place.first ??= entry
    return place
  }

  function judgeOne(entry: Entry, holders: readonly Holder[]): Verdict {
    const { said } = entry
    const faults = new Faults(entry)
    for (const [field, cell] of Object.entries(said)) if (!isText(cell)) faults.add(field as FieldName, 'not_text')
    if (!faults.isEmpty) return { faults: faults.list }
    const { role: roleSaid = '', ...words } = said
    const asked: Record<string, unknown> = { ...words }
    for (const [field, reader] of Object.entries(readers)) {
      const cell = said[field as keyof typeof readers]
      delete asked[field]
      if (!cell) continue
      const value = reader(cell)
      if ('value' in value) asked[field] = value.value
      else faults.add(field as FieldName, value.fault)
    }
    if (isNobody(entry)) return judgeEmpty(entry, asked, faults)
    const login = loginOf({ email: said.email ?? '' })
    if (login && seen.has(login)) faults.add('email', 'repeated')
    seen.add(login)
    const place = placeOf(entry, faults)
    const judged = v.safeParse(ImportedPerson, asked)
    if (!judged.success) {
      for (const { path, code } of inputErrors(judged.issues)) faults.add(isField(path) ? path : null, code)
      return { faults: faults.list }
    }
    if (!place) return { faults: faults.list }

    const person = judged.output
    const isFirst = place.first === entry
    if (isFirst) place.said ??= person
    findDifferences(entry, place, person, faults)
    const role = roleSaid ? roleIn(roleSaid) : ({ value: isFirst ? 'manager' : 'doctor' } as const)
    if ('fault' in role) faults.add('role', role.fault)
    else if (isFirst && role.value !== 'manager') faults.add('role', 'manager_first')
    const held = holders.filter(holder => holder.login === login || holder.email === login)
    const isThere = place.id !== undefined && held.some(({ practiceId }) => practiceId === place.id)
    if (!isThere && held.some(({ isReleased }) => !isReleased)) faults.add('email', 'login_taken')
    if (place.isDisabled && !isThere) faults.add('name', 'practice_disabled')
    if ('fault' in role || !faults.isEmpty) return { faults: faults.list }

    if (isThere) return { outcome: 'unchanged' }
    const { name, title, firstName, lastName, email, phone, language } = person
    const own = { title, firstName, lastName, email, phone, language }
    ready.push({ place, practice: asNew(person), member: { person: own, role: role.value } })
    if (!roleSaid) unsaid[role.value === 'manager' ? 'managers' : 'doctors'] += 1
    const isNew = place.id === undefined
    return {
      outcome: 'added',
      line: entry.line,
      shown: () => ({
        values: {
          name,
          person: [own.title, own.firstName, own.lastName].filter(Boolean).join(' '),
          email: own.email,
          role: role.value,
          practice: isNew ? 'new' : 'known',
        },
        before: {},
        assumed: roleSaid ? [] : ['role'],
      }),
    }
  }

  /** What its line says of a practice that is there stays unsaid, as always; a person whom it names is not lost in silence. */
  function judgeEmpty(entry: Entry, asked: Record<string, unknown>, faults: Faults): Verdict {
    const place = placeOf(entry, faults)
    const judged = v.safeParse(ImportedPractice, asked)
    if (!judged.success)
      for (const { path, code } of inputErrors(judged.issues)) faults.add(isField(path) ? path : null, code)
    const isNew = place !== undefined && place.id === undefined && place.said === undefined
    const names = entry.said.firstName || entry.said.lastName
    if (place && !isNew && names && !(place.id && place.isEmpty)) faults.add('email', 'address_missing')
    if (!place || !judged.success) return { faults: faults.list }
    if (isNew) place.said = judged.output
    findDifferences(entry, place, judged.output, faults)
    if (!faults.isEmpty) return { faults: faults.list }
    if (!isNew) return { outcome: 'unchanged' }
    ready.push({ place, practice: asNew(judged.output) })
    unsaid.unaddressed += 1
    const values = { name: judged.output.name, person: '', email: '', role: '', practice: 'new' }
    return { outcome: 'added', line: entry.line, shown: () => ({ values, before: {}, assumed: [] }) }
  }

  async function writeOne(writer: Staff, { place, practice, member }: (typeof ready)[number]) {
    if (!member) {
      place.id ??= await insertEmptyPractice(writer, practice, { importId })
      return undefined
    }
    const { person, role } = member
    if (place.id !== undefined) return insertMember(writer, place.id, person, keptOf(role), { importId })
    const { practiceId, manager } = await insertPractice(writer, practice, person, { importId })
    place.id = practiceId
    return manager
  }

  return {
    unsaid: () => unsaid,
    async judge(reader, entries) {
      ready = []
      const logins = entries.flatMap(({ said: { email = '' } }) => (email && isText(email) ? [loginOf({ email })] : []))
      const holders = await listHoldersOf(reader, logins)
      return entries.map(entry => judgeOne(withZeros(entry), holders))
    },
    async write(writer) {
      for (const one of ready) {
        const invited = await writeOne(writer, one).catch(error => {
          // Somebody has taken the address in this moment, from another screen.
          throw isAddressTaken(error) ? new Problem('import_moved', 409) : error
        })
        if (invited && answers.invitations === 'now') await invite(writer, invited)
      }
      ready = []
    },
  }
}

/** What two lines of one practice say of it has to be the same. */
function findDifferences({ said }: Entry, place: Place, practice: Practice, faults: Faults) {
  for (const field of ofPractice)
    if (place.said && said[field] && bare(place.said[field]) !== bare(practice[field])) faults.add(field, 'differs')
}

function asNew({ country, deliveryInstruction, deliveryDays, openingDays, ...practice }: Practice): NewPractice {
  const { name, rppsSiretSiren, address, postalCode, city, phone } = practice
  return {
    ...{ name, rppsSiretSiren, address, postalCode, city, phone, countryCode: country },
    ...(deliveryDays && { deliveryDays }),
    ...(openingDays && { openingDays }),
    deliveryInstruction: deliveryInstruction || null,
  }
}

import { recordDeedAbout } from '#features/audit/server/sql.ts'
import {
  askCardRefund,
  claimEntered,
  forgetCardRefund,
  lockAwaited,
  receiveForInvoices,
  receiveForPractice,
  receiveRest,
  receiveTransfer,
  returnByHand,
  withdrawPayment,
} from '#features/invoices/server/ledger-sql.ts'
import { addDays, type Day } from '#kit/day.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { type Staff, shareOf } from '#tenancy/server/actor.ts'
import { asStaff, asWaitingStaff } from '#tenancy/server/guards.ts'
import { type Doubt, type EnteredTransfer, type ReadEntry, type Received, staffPaymentCalls } from '../contract.ts'
import { mostTogether } from '../rules.ts'
import { matchInTurn, readInTurn } from './bank-reading.ts'
import type { CardPayments } from './card-payments.ts'
import { ProviderFailure } from './card-provider.ts'
import { deedOfReturn } from './deed-of-return.ts'
import { daysApart } from './entered.ts'
import type { Match } from './matching.ts'
import {
  findAnyPayment,
  findPaymentSettings,
  listAwaited,
  listEntered,
  listExpected,
  listPaidInstead,
  listPayable,
  listPayableOf,
  listRecorded,
  listRecordedElsewhere,
  listSettled,
  type RecordedElsewhere,
} from './sql.ts'

export function staffPaymentRoutes(api: Api, cards: CardPayments) {
  on(api, staffPaymentCalls.refund, asWaitingStaff, async ({ actor, params, body, requestId, refuse }) => {
    const [payment, settings, brandId] = await actor.within('read', staff =>
      Promise.all([findAnyPayment(staff, params.id), findPaymentSettings(staff), staff.brandId]),
    )
    if (!payment) throw problem('not_found')
    const { amountCents, key, seenCents = payment.refundedCents } = body
    const asked = { paymentId: payment.id, key, seenCents, amountCents }
    if (payment.provider === 'manual' || payment.provider === 'bank') {
      const outcome = await actor.within('write', async staff => {
        const outcome = await returnByHand(staff, { ...asked, as: body.as })
        if (outcome === 'returned') await recordDeedAbout(staff, deedOfReturn[body.as], requestId, payment.id)
        return outcome
      })
      if (outcome === 'key_reused') throw problem('idempotency_key_reused')
      return outcome === 'returned' || outcome === 'repeated' ? undefined : refuse('not_refundable')
    }
    if (body.as !== 'refund') return refuse('card_gives_back')
    const there = cards.at(payment, brandId, settings)
    if (!there) return refuse('not_refundable')
    const work = async () => {
      // The ledger must first learn of earlier refunds.
      await cards.askProvider(brandId, payment.id, requestId)
      const outcome = await actor.within('write', async staff => {
        const outcome = await askCardRefund(staff, asked)
        // Recorded now, since the provider's later events have no actor here.
        if (isAsked(outcome)) await recordDeedAbout(staff, 'card_refund_asked', requestId, payment.id)
        return outcome
      })
      if (outcome === 'repeated') return
      if (outcome === 'key_reused') throw problem('idempotency_key_reused')
      if (!isAsked(outcome)) return refuse('not_refundable')
      await there.ask.refund(there, amountCents, key).catch(async error => {
        // An earlier attempt may have succeeded, so only a first request's refusal deletes it.
        const isRefused = error instanceof ProviderFailure && error.kind === 'refused' && outcome === 'asked'
        if (isRefused) await actor.within('write', staff => forgetCardRefund(staff, asked))
        throw error
      })
      // The resulting state comes from the provider, as everywhere.
      await cards.askProvider(brandId, payment.id, requestId)
    }
    await work().catch(error => cards.refuseFor(error, refuse))
    return undefined
  })

  on(api, staffPaymentCalls.awaited, asStaff, async ({ actor: staff, query }) => ({
    data: await listAwaited(staff, query),
  }))

  on(api, staffPaymentCalls.withdraw, asStaff, async ({ actor: staff, params, requestId, refuse }) => {
    if (!(await findAnyPayment(staff, params.id))) throw problem('not_found')
    if (!(await withdrawPayment(staff, params.id))) return refuse('payment_over')
    await recordDeedAbout(staff, 'payment_withdrawn', requestId, params.id)
    return undefined
  })

  on(api, staffPaymentCalls.read, asWaitingStaff, async ({ actor, bytes, refuse }) => {
    const share = await actor.within('read', async staff => shareOf(staff))
    const read = await readInTurn(share, bytes)
    if ('fault' in read) return refuse(read.fault)
    const { iban, entries, keys, gone } = read
    const [{ account }, recorded, expected, payable, said, elsewhere] = await actor.within('read', staff =>
      Promise.all([
        findPaymentSettings(staff),
        listRecorded(staff, keys),
        listExpected(staff),
        listPayable(staff),
        listEntered(staff, daysAround(entries)),
        listRecordedElsewhere(staff, daysAround(entries), keys),
      ]),
    )
    if (iban && account && iban !== account.iban) return refuse('bank_file_of_another')
    const used = new Set(recorded.flatMap(({ key, isFree }) => (isFree ? [] : [key])))
    const freed = new Set(recorded.flatMap(({ key, isFree }) => (isFree ? [key] : [])))
    const isNew = (index: number) => !used.has(keys[index] ?? '')
    // An entry recorded before must not claim a transfer again.
    const fresh = entries.filter((_, index) => isNew(index))
    const matched = await matchInTurn(share, {
      entries: fresh.map(({ text, payer, amountCents, saysGone, bookedOn }) => ({
        ...{ text, payer, amountCents, saysGone, bookedOn },
      })),
      awaited: [...expected, ...payable],
      entered: said,
    })
    if ('fault' in matched) return refuse(matched.fault)
    const found = matched.flatMap(awaitedIn)
    const [awaited, invoices] = await actor.within('read', staff =>
      Promise.all([listAwaited(staff, { ids: found }), listPayableOf(staff, found)]),
    )
    const matches = matched.values()
    const owners = new Map([...expected, ...payable, ...said].map(({ id, ownerId }) => [id, ownerId]))
    const alikeElsewhere = newAlikeElsewhere(elsewhere, id => owners.get(id))
    return {
      data: {
        iban,
        gone,
        awaited,
        invoices,
        entered: said.filter(({ id }) => found.includes(id)).map(shownEntered),
        entries: entries.map(({ saysGone, ...entry }, index): ReadEntry => {
          const match = isNew(index) ? matches.next().value : undefined
          const key = keys[index] ?? ''
          if (!match) return { ...entry, key, match: { kind: 'recorded' }, elsewhere: [] }
          const alike = alikeElsewhere(entry, match)
          // What was taken back as a mistake may be the very match: no line is surely that again.
          const doubt = freed.has(key) ? 'taken_back' : alike.length > 0 ? 'entered_alike' : undefined
          const isDoubted = match.kind === 'sure' && doubt
          return {
            ...entry,
            key,
            match: isDoubted ? doubted(match, doubt) : match,
            elsewhere: alike.slice(0, mostElsewhere).map(shownEntered),
          }
        }),
      },
    }
  })

  on(api, staffPaymentCalls.receive, asStaff, async ({ actor: staff, body, requestId }) => {
    const data = []
    await lockAwaited(
      staff,
      body.received.flatMap(({ awaited, together }) => [awaited, ...together]),
    )
    for (const one of body.received) {
      const outcome = await receive(staff, one, requestId)
      const alike = outcome === 'entered_alike' ? await alikeOf(staff, one.awaited, one) : []
      data.push({ awaited: one.awaited, key: one.key, outcome, alike })
    }
    return { data }
  })

  on(api, staffPaymentCalls.receiveUnexpected, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    const { key, ...came } = body
    const { outcome, bookedId } = await receiveForPractice(staff, { ...came, entry: key })
    if (outcome === 'unknown_practice') throw problem('not_found')
    if (outcome === 'booked_later') return refuse('received_later')
    if (outcome === 'entry_used') return refuse(outcome)
    if (outcome === 'entered_alike') return refuse(outcome, { present: await alikeOf(staff, body.practiceId, body) })
    if (bookedId) await recordDeedAbout(staff, 'payment_entered', requestId, bookedId)
    return { data: { outcome } }
  })
}

const doubted = ({ awaited, together }: Match & { kind: 'sure' }, doubt: Doubt): Match => ({
  kind: 'doubtful',
  candidates: [{ awaited, together, doubt }],
})

/** Shown of a line. */
const mostElsewhere = 3

/** What a line may be that another file has recorded: as much, of its day, and of a practice that the line may be of. */
function newAlikeElsewhere(recorded: readonly RecordedElsewhere[], ownerOf: (id: string) => string | undefined) {
  const byAmount = Map.groupBy(recorded, ({ amountCents }) => amountCents)
  return ({ amountCents, bookedOn }: { amountCents: number; bookedOn: Day }, match: Match): RecordedElsewhere[] => {
    const owners = new Set(awaitedIn(match).map(ownerOf))
    return (byAmount.get(amountCents) ?? []).filter(
      ({ enteredOn, ownerId }) => enteredOn === bookedOn && (match.kind === 'none' || owners.has(ownerId)),
    )
  }
}

type Shown = Omit<RecordedElsewhere, 'ownerId'>
const shownEntered = ({ id, pieceCode, amountCents, enteredOn, practice, hasGoneBack }: Shown) => ({
  ...{ id, pieceCode, amountCents, receivedOn: enteredOn, practice, hasGoneBack },
})

/**
 * What an entry may be that was answered `entered_alike`, as the database has compared it (`here_like_it`): each as much, or
 * together either all of them or what has paid an announcement's invoices instead.
 */
async function alikeOf(staff: Staff, of: string, { amountCents, bookedOn, besides }: Came): Promise<EnteredTransfer[]> {
  const entered = (await listEntered(staff, daysAround([{ bookedOn }]), of)).filter(({ id }) => !besides.includes(id))
  const asMuch = entered.filter(each => each.amountCents === amountCents)
  if (asMuch.length > 0) return asMuch.slice(0, mostTogether).map(shownEntered)
  if (entered.length > mostTogether) return []
  const instead = await listPaidInstead(staff, of)
  const isSum = (some: readonly { amountCents: number }[]) =>
    some.reduce((sum, each) => sum + each.amountCents, 0) === amountCents
  const together = [entered, entered.filter(({ id }) => instead.includes(id))].find(isSum) ?? []
  return together.map(shownEntered)
}
type Came = Pick<Received, 'amountCents' | 'bookedOn' | 'besides'>

/** The days in which money of these lines may have been entered. */
function daysAround(entries: readonly { bookedOn: Day }[]): { from: Day; to: Day } {
  const days = entries.map(({ bookedOn }) => bookedOn).toSorted()
  const [first = '2000-01-01', last = first] = [days[0], days.at(-1)]
  return { from: addDays(first, -daysApart), to: addDays(last, daysApart) }
}

function awaitedIn(match: Match): string[] {
  const candidates = match.kind === 'sure' ? [match] : match.kind === 'doubtful' ? match.candidates : []
  return candidates.flatMap(({ awaited, together }) => [awaited, ...together])
}

async function receive(staff: Staff, { awaited, together, key, ...said }: Received, requestId: string) {
  const came = { entry: key, ...said }
  const { amountCents } = said
  if (together.length === 0) {
    const ofTransfer = await receiveTransfer(staff, { paymentId: awaited, ...came })
    if (ofTransfer.bookedId) await recordDeedAbout(staff, 'payment_succeeded', requestId, ofTransfer.bookedId)
    if (ofTransfer.outcome !== 'unknown_payment') return ofTransfer.outcome
  } else {
    const ofRest = await receiveRest(staff, {
      ids: [awaited, ...together],
      entry: key,
      amountCents,
      bookedOn: said.bookedOn,
    })
    if (ofRest.bookedId) {
      await recordDeedAbout(staff, 'payment_entered', requestId, ofRest.bookedId)
      for (const id of await listSettled(staff, [awaited, ...together]))
        await recordDeedAbout(staff, 'payment_succeeded', requestId, id)
    }
    if (ofRest.outcome !== 'unknown_payment') return ofRest.outcome
    const ofEntered = await claimEntered(staff, { paymentIds: [awaited, ...together], entry: key, amountCents })
    if (ofEntered.bookedId)
      for (const id of new Set([awaited, ...together])) await recordDeedAbout(staff, 'payment_succeeded', requestId, id)
    if (ofEntered.outcome !== 'unknown_payment') return ofEntered.outcome
  }
  const ofInvoice = await receiveForInvoices(staff, { invoiceIds: [awaited, ...together], ...came })
  if (ofInvoice.bookedId) await recordDeedAbout(staff, 'payment_entered', requestId, ofInvoice.bookedId)
  return ofInvoice.outcome
}

const isAsked = (outcome: string | undefined) => outcome === 'asked' || outcome === 'asked_again'

import type { Laboratory } from '#tenancy/server/actor.ts'
import { idOfTurn, type JobSender, job } from '#tenancy/server/job.ts'
import type { CardPayments } from './card-payments.ts'
import { listToAsk } from './sql.ts'

/** Finds out what became of a payment: after a lost event, an unanswered charge, or money that went back unannounced. */
export const askProvider = job<'paymentId', { cards: CardPayments }>({
  name: 'card_payment',
  ids: ['paymentId'],
  retries: 6,
  pauseSeconds: { first: 30, longest: 600 },
  longestSeconds: 60,
  atOnce: 2,
  together: 5,
  async work({ ids: { paymentId }, inLaboratory }, { cards }) {
    const brandId = await inLaboratory('read', async laboratory => laboratory.brandId)
    await cards.askProvider(brandId, paymentId, 'job')
  },
})

/** Each turn of a payment is enqueued once, by whichever process comes first. */
export const askForPayments =
  (jobs: JobSender) =>
  async (laboratory: Laboratory): Promise<void> => {
    const due = await listToAsk(laboratory)
    await jobs.enqueueAll(
      laboratory,
      askProvider,
      due.map(({ id, turn }) => ({ id: idOfTurn(id, turn), ids: { paymentId: id } })),
    )
  }

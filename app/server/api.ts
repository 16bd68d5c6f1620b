import { asSignedInOrProgram } from '#tenancy/server/program-guard.ts'
import '#tenancy/server/services.ts'
import { tenantKey } from '#db/signing-key.ts'
import { absenceRoutes } from '#features/absences/server/routes.ts'
import { accountRoutes } from '#features/account/server/routes.ts'
import { staffAccountRoutes } from '#features/account/server/staff-routes.ts'
import { openFile } from '#features/attachments/server/download.ts'
import { handOverPhotoRoutes } from '#features/attachments/server/hand-over-photo-routes.ts'
import { imagesAnew } from '#features/attachments/server/image-anew.ts'
import { attachmentRoutes } from '#features/attachments/server/routes.ts'
import { keyOf } from '#features/attachments/server/store.ts'
import { UnpackedScans } from '#features/attachments/server/unpacked-scans.ts'
import { Gathering } from '#features/audit/server/gathering.ts'
import { staffAuditRoutes } from '#features/audit/server/staff-routes.ts'
import { Attempts } from '#features/auth/server/attempts.ts'
import { sendKnownLink } from '#features/auth/server/forgotten.ts'
import { copyInvitation, invite } from '#features/auth/server/invitation.ts'
import { isOwnPassword } from '#features/auth/server/own-password.ts'
import { authRoutes } from '#features/auth/server/routes.ts'
import { takeLostSecondFactorAway } from '#features/auth/server/second-factor-removal.ts'
import { SeenSessions } from '#features/auth/server/seen-session.ts'
import { staffBookkeepingRoutes } from '#features/bookkeeping/server/staff-routes.ts'
import { brandRoutes } from '#features/brand/server/routes.ts'
import { staffBrandRoutes } from '#features/brand/server/staff-routes.ts'
import { calendarRoutes } from '#features/calendar/server/routes.ts'
import { staffCalendarRoutes } from '#features/calendar/server/staff-routes.ts'
import { staffCapacityRoutes } from '#features/capacity/server/staff-routes.ts'
import { caseChangeRoutes } from '#features/cases/server/change-routes.ts'
import { caseRequestRoutes } from '#features/cases/server/request-routes.ts'
import { caseRoutes } from '#features/cases/server/routes.ts'
import { staffCaseActRoutes } from '#features/cases/server/staff-act-routes.ts'
import { staffRequestRoutes } from '#features/cases/server/staff-request-routes.ts'
import { staffCaseRoutes } from '#features/cases/server/staff-routes.ts'
import { viewRoutes } from '#features/cases/server/views-routes.ts'
import { catalogueRoutes } from '#features/catalogue/server/routes.ts'
import { staffCatalogueRoutes } from '#features/catalogue/server/staff-routes.ts'
import { colleagueRoutes } from '#features/colleagues/server/routes.ts'
import { staffComplaintRoutes } from '#features/complaints/server/staff-routes.ts'
import { dashboardRoutes } from '#features/dashboard/server/routes.ts'
import { staffDashboardRoutes } from '#features/dashboard/server/staff-routes.ts'
import { deliveryRoutes } from '#features/deliveries/server/routes.ts'
import { shippingRoutes } from '#features/deliveries/server/shipping-routes.ts'
import { feedbackRoutes } from '#features/feedback/server/routes.ts'
import { staffFigureRoutes } from '#features/figures/server/staff-routes.ts'
import { staffImportRoutes } from '#features/imports/server/staff-routes.ts'
import { integrationAnswerRoutes } from '#features/integration/server/answer-routes.ts'
import { integrationDriverRoutes } from '#features/integration/server/driver-routes.ts'
import { integrationPieceRoutes } from '#features/integration/server/piece-routes.ts'
import { integrationRoutes } from '#features/integration/server/routes.ts'
import { staffProgramRoutes } from '#features/integration/server/staff-routes.ts'
import { accountStatementRoutes } from '#features/invoices/server/account-routes.ts'
import { Papers } from '#features/invoices/server/papers.ts'
import { invoiceRoutes } from '#features/invoices/server/routes.ts'
import { staffBillingRoutes } from '#features/invoices/server/staff-billing-routes.ts'
import { staffInvoiceRoutes } from '#features/invoices/server/staff-routes.ts'
import { staffTakingsRoutes } from '#features/invoices/server/staff-takings-routes.ts'
import { liveRoutes } from '#features/live/server/routes.ts'
import { recallRoutes } from '#features/materials/server/recall-routes.ts'
import { staffMaterialRoutes } from '#features/materials/server/staff-routes.ts'
import { noticeRoutes } from '#features/notices/server/routes.ts'
import { staffMailRoutes } from '#features/notices/server/staff-routes.ts'
import { unsubscribeRoutes } from '#features/notices/server/unsubscribe-routes.ts'
import { prescribeShade } from '#features/ordering/server/answered-shade.ts'
import { changeOrderRoutes } from '#features/ordering/server/change-order-routes.ts'
import { correctEntryRoutes } from '#features/ordering/server/correct-entry-routes.ts'
import { draftRoutes } from '#features/ordering/server/draft-routes.ts'
import { orderRoutes } from '#features/ordering/server/order-routes.ts'
import { prescriberRoutes } from '#features/ordering/server/prescriber-routes.ts'
import { promisedDay } from '#features/ordering/server/promised-day.ts'
import { orderingRoutes } from '#features/ordering/server/routes.ts'
import { staffOrderRoutes } from '#features/ordering/server/staff-order-routes.ts'
import { CardPayments } from '#features/payments/server/card-payments.ts'
import { cardProviders } from '#features/payments/server/card-providers.ts'
import { paymentRoutes } from '#features/payments/server/routes.ts'
import { sandboxRoutes } from '#features/payments/server/sandbox-routes.ts'
import { staffPaymentRoutes } from '#features/payments/server/staff-routes.ts'
import type { StripeSettings } from '#features/payments/server/stripe-provider.ts'
import type { Inviting } from '#features/people/server/invitations-sql.ts'
import { mergingRoutes } from '#features/practices/server/merging-routes.ts'
import { staffPracticeRoutes } from '#features/practices/server/staff-routes.ts'
import { priceFileRoutes } from '#features/prices/server/price-file.ts'
import { staffPriceRoutes } from '#features/prices/server/staff-routes.ts'
import { exportRoutes } from '#features/privacy/server/export-routes.ts'
import { erasureRoutes } from '#features/privacy/server/routes.ts'
import { staffPrivacyRoutes } from '#features/privacy/server/staff-routes.ts'
import { rideRoutes } from '#features/rides/server/routes.ts'
import { staffRideRoutes } from '#features/rides/server/staff-routes.ts'
import { signupRoutes } from '#features/signup/server/routes.ts'
import { staffSignupRoutes } from '#features/signup/server/staff-routes.ts'
import { staffNoticeRoutes } from '#features/staff/server/notice-routes.ts'
import { staffTeamRoutes, type TakeSecondFactorAway } from '#features/staff/server/staff-routes.ts'
import { waitingTeller } from '#features/staff/server/tell-waiting.ts'
import { stationRoutes } from '#features/stations/server/staff-routes.ts'
import { supplyRoutes } from '#features/supplies/server/routes.ts'
import { staffSupplyListRoutes } from '#features/supplies/server/staff-routes.ts'
import { inspectionRoutes } from '#features/traceability/server/inspection-routes.ts'
import { traceabilityRoutes } from '#features/traceability/server/routes.ts'
import { staffTraceabilityRoutes } from '#features/traceability/server/staff-routes.ts'
import { unsignedRoutes } from '#features/traceability/server/unsigned-routes.ts'
import { problem } from '#kit/problem.ts'
import { healthRoutes } from '#kit/server/health.ts'
import type { Secrets } from '#kit/server/keys.ts'
import { describeCause, describeError, newLog } from '#kit/server/log.ts'
import { Metrics } from '#kit/server/metrics.ts'
import {
  answerErrors,
  refuseOtherMethods,
  withLimits,
  withRequestContext,
  withSecurityHeaders,
} from '#kit/server/middleware.ts'
import { descriptionRoute } from '#kit/server/openapi.ts'
import { withProxyWarning } from '#kit/server/proxy-warning.ts'
import { clamd, noScanner } from '#kit/server/scanner.ts'
import { newApi } from '#kit/server/serve.ts'
import { type SmtpPlace, smtpPost } from '#kit/server/smtp.ts'
import { Storage } from '#kit/server/storage.ts'
import type { StoragePlace } from '#kit/server/storage-place.ts'
import { AccessTokens } from '#tenancy/server/access-token.ts'
import { shareOf } from '#tenancy/server/actor.ts'
import { Changes } from '#tenancy/server/changes.ts'
import { type CreatingRates, creatingRates, newCreatingRates } from '#tenancy/server/creating-rates.ts'
import { cspReportRoutes } from '#tenancy/server/csp-reports.ts'
import { Database, type DatabaseSettings } from '#tenancy/server/database.ts'
import { JobQueue } from '#tenancy/server/job-queue.ts'
import { readLastBackup } from '#tenancy/server/last-backup-sql.ts'
import { withOrigins } from '#tenancy/server/origins.ts'
import { Outbox } from '#tenancy/server/outbox.ts'
import { assetRoutes } from './assets.ts'
import { choresWith } from './chores.ts'
import { Drawing } from './drawing.ts'
import { feedbackFrameRoute } from './feedback-frame.ts'
import { serveJobs } from './jobs.ts'
import { pageRoutes } from './page.ts'

export type FileSettings = {
  storage: StoragePlace
  /** Folder for files being received; never a served one. */
  passage: string
  /** Address of ClamAV's daemon, if there is one. */
  scanner?: { host: string; port: number } | undefined
}

export type MailSettings = {
  /** Undefined: mails are kept for the laboratory to read. */
  server?: SmtpPlace | undefined
  from?: string | undefined
  /** This process's port, for links to a portal on this machine. */
  port?: number | undefined
}

export type AppSettings = Secrets & {
  databaseUrl: string
  /** The same database's URL with the role that works through the queue. */
  jobsUrl: string
  trustedProxies: number
  /** Folder of the built browser part. */
  webRoot: string
  logLevel: string
  files: FileSettings
  mail?: MailSettings
  /** Stripe account for card payments; without it laboratories can take cards only in the sandbox. */
  stripe?: StripeSettings | undefined
  /** Whether laboratories may send webhooks within this installation's network. */
  areProgramsWithin?: boolean
  /** How often each job queue is polled. */
  jobPollSeconds?: number
  /** Size of this process's connection pool. */
  connections?: number
  /** See DatabaseSettings. */
  patience?: number
  /** See DatabaseSettings. */
  newPool?: DatabaseSettings['newPool']
  /** For programs that create more than people do. */
  creatingRates?: CreatingRates
  /** Milliseconds until a view or a refusal is written to the audit (features/audit/server/gathering.ts). */
  sightingsWithin?: number
}

/** The whole product as one function from request to response, which main.ts serves and tests call. */
export function createApp(settings: AppSettings) {
  const log = newLog(settings.logLevel)
  const database = new Database({
    url: settings.databaseUrl,
    tenantKey: tenantKey(settings.appSecret),
    connections: settings.connections ?? 20,
    patience: settings.patience,
    newPool: settings.newPool,
    onIdleError: error => log.warn({ cause: describeCause(error) }, 'idle database connection lost'),
  })
  const accessTokens = new AccessTokens(settings)
  const sightings = new Gathering({ database, log, within: settings.sightingsWithin })
  const { trustedProxies } = settings
  const { appSecret, oldSecret, mail = {} } = settings
  const jobs = new JobQueue({
    database,
    url: settings.jobsUrl,
    log,
    appSecret,
    oldSecret,
    pollSeconds: settings.jobPollSeconds ?? 2,
  })
  const outbox = new Outbox({ jobs, ...mail })
  const api = newApi({
    database,
    accessTokens,
    log,
    trustedProxies,
    keepSighting: sightings.keep,
    countMade: newCreatingRates(settings.creatingRates ?? creatingRates),
    outbox,
  })
  const { providers, tell } = cardProviders({
    database,
    secrets: { appSecret, oldSecret },
    stripe: settings.stripe,
    log,
    fetch: request => api.http.fetch(request),
  })
  const cards = new CardPayments({ database, providers, log })
  const tellWaiting = waitingTeller(jobs)
  const { areProgramsWithin: isWithinAllowed = false } = settings
  serveJobs(jobs, { post: mail.server && smtpPost(mail.server), outbox, cards, isWithinAllowed })
  const storage = new Storage(settings.files.storage)
  const files = {
    database,
    storage,
    unpacked: new UnpackedScans(storage, settings.files.passage),
    passage: settings.files.passage,
    scan: settings.files.scanner ? clamd(settings.files.scanner) : noScanner,
  }
  const papers = new Papers({
    ...files,
    read: (share, key) => openFile(files, key, { isDecoded: false, share }),
  })
  const areMailsSent = mail.server !== undefined
  const chores = choresWith({ database, files, outbox, papers, jobs, secrets: settings, areMailsSent })
  const changes = new Changes({ url: settings.databaseUrl, log })
  let isStopping = false

  const metrics = new Metrics({
    database,
    liveStreams: () => live.count(),
    waitingJobs: () => jobs.waiting(),
    longestWaits: () => jobs.longestWaits(),
    storage,
    lastBackup: () => readLastBackup(database.poolForLibraries),
  })

  const attempts = new Attempts()
  const ownPassword = isOwnPassword(attempts)
  const inviting: Inviting = {
    invite: (actor, user) => invite(outbox, actor, user),
    copyLink: copyInvitation,
    areMailsSent,
  }
  const takingAway: TakeSecondFactorAway = (staff, userId, requestId) =>
    takeLostSecondFactorAway(outbox, staff, userId, requestId)

  answerErrors(api)
  api.http.use(metrics.middleware)
  api.http.use(withRequestContext(api.services))
  api.http.use(withProxyWarning(api.services))
  api.http.use(withSecurityHeaders)
  api.http.use(withLimits)
  api.http.use(withOrigins(api))

  healthRoutes(api, { ping: () => database.ping(), storage: files.storage, isStopping: () => isStopping })
  brandRoutes(api)
  staffBrandRoutes(api, imagesAnew(settings.files.passage))
  authRoutes(api, settings, { attempts, jobs, areMailsSent })
  accountRoutes(api, ownPassword, tellWaiting)
  colleagueRoutes(api, inviting)
  staffAccountRoutes(api)
  caseRoutes(api)
  viewRoutes(api)
  attachmentRoutes(api, files)
  integrationRoutes(api, { files, appSecret })
  integrationDriverRoutes(api)
  integrationAnswerRoutes(api)
  integrationPieceRoutes(api, { files, papers })
  staffProgramRoutes(api, { isWithinAllowed })
  handOverPhotoRoutes(api, files)
  caseChangeRoutes(api, { promisedDay, prescribeShade })
  staffCaseRoutes(api, promisedDay)
  staffCaseActRoutes(api)
  caseRequestRoutes(api)
  staffRequestRoutes(api)
  traceabilityRoutes(api)
  staffTraceabilityRoutes(api)
  unsignedRoutes(api)
  inspectionRoutes(api)
  staffMaterialRoutes(api)
  recallRoutes(api)
  staffComplaintRoutes(api, promisedDay)
  catalogueRoutes(api)
  staffCatalogueRoutes(api)
  staffPriceRoutes(api)
  staffImportRoutes(api, files, inviting)
  priceFileRoutes(api, files)
  staffCalendarRoutes(api)
  staffCapacityRoutes(api)
  orderingRoutes(api)
  orderRoutes(api)
  staffOrderRoutes(api)
  correctEntryRoutes(api)
  changeOrderRoutes(api)
  draftRoutes(api)
  prescriberRoutes(api)
  absenceRoutes(api)
  rideRoutes(api)
  staffRideRoutes(api)
  deliveryRoutes(api)
  shippingRoutes(api)
  stationRoutes(api)
  supplyRoutes(api)
  staffSupplyListRoutes(api)
  dashboardRoutes(api)
  staffDashboardRoutes(api, inviting)
  staffFigureRoutes(api)
  feedbackRoutes(api)
  signupRoutes(api, tellWaiting, areMailsSent)
  staffSignupRoutes(api, inviting, (staff, userId) => sendKnownLink(jobs, staff, userId))
  mergingRoutes(api)
  staffPracticeRoutes(api, inviting, takingAway)
  staffTeamRoutes(api, inviting, takingAway)
  staffNoticeRoutes(api)
  erasureRoutes(api, tellWaiting)
  exportRoutes(api, {
    isOwnPassword: ownPassword,
    openFile: (user, { id, isCompressed }) =>
      openFile(files, keyOf(user.brandId, id), { isDecoded: isCompressed, share: shareOf(user) }),
  })
  staffPrivacyRoutes(api)
  staffAuditRoutes(api)
  paymentRoutes(api, cards)
  sandboxRoutes(api, tell)
  staffPaymentRoutes(api, cards)
  accountStatementRoutes(api)
  invoiceRoutes(api, papers)
  staffInvoiceRoutes(api, { jobs, papers, outbox, areMailsSent })
  staffBillingRoutes(api, jobs)
  staffTakingsRoutes(api)
  staffBookkeepingRoutes(api)
  calendarRoutes(api)
  noticeRoutes(api, areMailsSent)
  staffMailRoutes(api, outbox, areMailsSent)
  unsubscribeRoutes(api, settings)
  const live = liveRoutes(api, changes)
  cspReportRoutes(api)

  descriptionRoute(api, asSignedInOrProgram)
  refuseOtherMethods(api)
  api.http.all('/api/*', () => {
    throw problem('not_found')
  })

  assetRoutes(api, settings.webRoot)
  feedbackFrameRoute(api)
  const drawing = new Drawing(settings.webRoot, log)
  pageRoutes(api, { webRoot: settings.webRoot, drawing, sessions: new SeenSessions(api, settings) })

  return {
    api,
    fetch: api.http.fetch,
    /**
     * Makes /readyz fail, so that a proxy sends no more requests, and ends open event streams; called before the listening socket
     * closes.
     */
    stopAccepting() {
      isStopping = true
      live.stop()
    },
    /** Open event streams. */
    liveStreams: live.count,
    metrics,
    files,
    /** Recurring work, shared with other processes. */
    chores: { chores, database, log },
    /** Called before the first request. A connection that cannot be opened yet is opened when needed. */
    openConnections: () =>
      database
        .openConnections()
        .catch(error => log.warn({ error: describeError(error) }, 'not all database connections could be opened')),
    /** Work done after the answer, shared with other processes. */
    jobs,
    /** Writes pending audit lines at once, which otherwise takes a second. */
    writeSightings: () => sightings.flush(),
    async close() {
      live.stop()
      // Before anything that may delay the stop and be cut off: there are no more requests.
      await sightings.flush()
      await drawing.close()
      await jobs.stop()
      await changes.close()
      await database.close()
    },
  }
}

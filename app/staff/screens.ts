import { staffAccountChangesRoute } from '#features/account/web/staff-routes.tsx'
import { staffAccountRoute } from '#features/auth/web/staff-routes.tsx'
import { waitingRoute } from '#features/dashboard/web/staff-routes.tsx'
import { staffFeedbackRoute } from '#features/feedback/web/staff-routes.tsx'
import {
  staffBillingPracticeRoute,
  staffBillingRoute,
  staffBillingSettingsRoute,
  staffPieceRoute,
  staffPiecesRoute,
} from '#features/invoices/web/staff-routes.tsx'
import { staffMailsRoute } from '#features/notices/web/staff-routes.tsx'
import { staffTransfersRoute } from '#features/payments/web/staff-routes.tsx'
import { staffPracticesRoute } from '#features/practices/web/staff-routes.tsx'
import { staffPrivacyRoute } from '#features/privacy/web/staff-routes.tsx'
import { staffSignupRoute, staffSignupsRoute } from '#features/signup/web/staff-routes.tsx'
import { staffTeamRoute } from '#features/staff/web/staff-routes.tsx'

/** Every screen of the laboratory's people, in the order of their menu. */
export const staffScreens = [
  waitingRoute,
  staffSignupsRoute,
  staffSignupRoute,
  staffPracticesRoute,
  staffAccountChangesRoute,
  staffBillingRoute,
  staffBillingPracticeRoute,
  staffBillingSettingsRoute,
  staffPiecesRoute,
  staffPieceRoute,
  staffTransfersRoute,
  staffFeedbackRoute,
  staffMailsRoute,
  staffTeamRoute,
  staffPrivacyRoute,
  staffAccountRoute,
] as const

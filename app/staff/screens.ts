import { staffAccountChangesRoute } from '#features/account/web/staff-routes.tsx'
import { staffAuditRoute } from '#features/audit/web/staff-routes.tsx'
import { staffAccountRoute } from '#features/auth/web/staff-routes.tsx'
import { staffBookkeepingRoute } from '#features/bookkeeping/web/staff-routes.tsx'
import { staffBrandRoute } from '#features/brand/web/staff-routes.tsx'
import { staffCalendarRoute } from '#features/calendar/web/staff-routes.tsx'
import { staffCapacityRoute } from '#features/capacity/web/staff-routes.tsx'
import {
  staffBoardRoute,
  staffCaseRoute,
  staffCasesRoute,
  staffIntakeRoute,
} from '#features/cases/web/staff-routes.tsx'
import { staffCatalogueRoute } from '#features/catalogue/web/staff-routes.tsx'
import { staffComplaintsRoute } from '#features/complaints/web/staff-routes.tsx'
import { waitingRoute } from '#features/dashboard/web/staff-routes.tsx'
import { staffDeliveriesRoute, staffScanRoute, staffShippingRoute } from '#features/deliveries/web/staff-routes.tsx'
import { staffFeedbackRoute } from '#features/feedback/web/staff-routes.tsx'
import { staffFigureCasesRoute, staffFiguresRoute } from '#features/figures/web/staff-routes.tsx'
import { staffImportRoute } from '#features/imports/web/staff-routes.tsx'
import { staffProgramsRoute } from '#features/integration/web/staff-routes.tsx'
import {
  staffBillingPracticeRoute,
  staffBillingRoute,
  staffBillingSettingsRoute,
  staffPieceRoute,
  staffPiecesRoute,
} from '#features/invoices/web/staff-routes.tsx'
import { staffLotRoute, staffMaterialRoute, staffMaterialsRoute } from '#features/materials/web/staff-routes.tsx'
import { mailSettingsRoute, staffMailsRoute } from '#features/notices/web/staff-routes.tsx'
import { staffNewCaseRoute } from '#features/ordering/web/staff-routes.tsx'
import { staffTransfersRoute } from '#features/payments/web/staff-routes.tsx'
import { staffPracticeRoute, staffPracticesRoute } from '#features/practices/web/staff-routes.tsx'
import { staffPriceListRoute, staffPriceListsRoute } from '#features/prices/web/staff-routes.tsx'
import { staffPrivacyRoute } from '#features/privacy/web/staff-routes.tsx'
import { staffPickupsRoute } from '#features/rides/web/staff-routes.tsx'
import { staffSignupRoute, staffSignupsRoute } from '#features/signup/web/staff-routes.tsx'
import { staffSettingsRoute, staffTeamRoute } from '#features/staff/web/staff-routes.tsx'
import { staffSuppliesRoute, supplySettingsRoute } from '#features/supplies/web/staff-routes.tsx'
import { staffSheetRoute, staffSheetsRoute } from '#features/traceability/web/staff-routes.tsx'

/** Every screen of the staff, in menu order. */
export const staffScreens = [
  waitingRoute,
  staffIntakeRoute,
  staffBoardRoute,
  staffCasesRoute,
  staffNewCaseRoute,
  staffCaseRoute,
  staffDeliveriesRoute,
  staffPickupsRoute,
  staffShippingRoute,
  staffSuppliesRoute,
  staffScanRoute,
  staffSignupsRoute,
  staffSignupRoute,
  staffPracticesRoute,
  staffPracticeRoute,
  staffSheetsRoute,
  staffSheetRoute,
  staffMaterialsRoute,
  staffMaterialRoute,
  staffLotRoute,
  staffComplaintsRoute,
  staffAccountChangesRoute,
  staffBillingRoute,
  staffBillingPracticeRoute,
  staffBillingSettingsRoute,
  staffPiecesRoute,
  staffPieceRoute,
  staffTransfersRoute,
  staffBookkeepingRoute,
  staffFeedbackRoute,
  staffFiguresRoute,
  staffFigureCasesRoute,
  staffMailsRoute,
  staffTeamRoute,
  staffProgramsRoute,
  staffSettingsRoute,
  staffCatalogueRoute,
  staffPriceListsRoute,
  staffPriceListRoute,
  staffCalendarRoute,
  staffCapacityRoute,
  staffBrandRoute,
  supplySettingsRoute,
  mailSettingsRoute,
  staffImportRoute,
  staffPrivacyRoute,
  staffAuditRoute,
  staffAccountRoute,
] as const

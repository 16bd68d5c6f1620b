import { staffAccountRoute } from '#features/auth/web/staff-routes.tsx'
import { waitingRoute } from '#features/dashboard/web/staff-routes.tsx'
import { staffFeedbackRoute } from '#features/feedback/web/staff-routes.tsx'

/** Every screen of the laboratory's people, in the order of their menu. */
export const staffScreens = [waitingRoute, staffFeedbackRoute, staffAccountRoute] as const

import { waitingRoute } from '#features/dashboard/web/staff-routes.tsx'
import { staffFeedbackRoute } from '#features/feedback/web/staff-routes.tsx'

/** Every screen of the laboratory's people, in the order of their menu. */
export const staffScreens = [waitingRoute, staffFeedbackRoute] as const

/** Known once the router has been made of them. */
export const staffMenu = () =>
  staffScreens.flatMap(({ to, options }) => {
    const entry = options.staticData?.staffMenu
    return entry ? [{ to, ...entry }] : []
  })

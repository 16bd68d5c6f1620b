export const sidebarId = 'sidebar'

/** The sidebar as small screens have it. */
export function closeDrawer() {
  const drawer = document.getElementById(sidebarId)
  if (drawer?.matches(':popover-open')) drawer.hidePopover()
}

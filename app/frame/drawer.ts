export const sidebarId = 'sidebar'

/** Closes the sidebar's drawer on small screens. */
export function closeDrawer() {
  const drawer = document.getElementById(sidebarId)
  if (drawer?.matches(':popover-open')) drawer.hidePopover()
}

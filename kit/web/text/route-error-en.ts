/** Texts of the views that replace a screen; no page loads them at first. */
export const en = {
  forbidden: { title: 'You do not have access to this page' },
  broken: {
    title: 'Something went wrong!',
    description: 'This screen could not be shown. Reload it, or call your laboratory if it happens again.',
    show: 'Show Error',
    hide: 'Hide Error',
  },
  newVersion: {
    title: 'The portal has been updated',
    description: 'Reload the page to go on.',
    reload: 'Reload',
  },
}

export type RouteErrorText = typeof en

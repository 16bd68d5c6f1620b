export const en = {
  /** The menu of the portal: an entry appears with its page. */
  menu: {
    dashboard: 'Dashboard',
    cases: 'Cases',
    absences: 'Absences',
    rides: 'Collections',
    request: 'New request',
    newCase: 'New case request',
    supplies: 'Request supplies',
    placeOrder: 'Place an order',
    account: 'My account',
    palette: 'Quick access',
    shortcuts: 'Keyboard shortcuts',
  },
}

export type AccountText = typeof en

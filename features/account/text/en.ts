export const en = {
  /** What the menus of the portal say beside the names of the screens. */
  menu: {
    request: 'New',
    supplies: 'Request supplies',
    placeOrder: 'Place an order',
    palette: 'Quick access',
    shortcuts: 'Keyboard shortcuts',
  },
}

export type AccountText = typeof en

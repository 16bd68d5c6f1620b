import type { GeneralRefusalCode } from '#kit/problem.ts'

export const en = {
  common: {
    confirmDirtyDialogClose: 'What you have entered has not been saved and will be lost.',
    confirmDirtyDialogTitle: 'Leave without saving?',
    confirmDirtyDialogLeave: 'Discard my changes',
    confirmDirtyDialogStay: 'Keep editing',
    skipToContent: 'Skip to content',
    loading: 'Loading',
    notifications: 'Notifications',
    dismiss: 'Dismiss',
    cancel: 'Cancel',
    close: 'Close',
    language: 'Language',
  },
  frame: {
    menu: 'Menu',
    openMenu: 'Open the menu',
    closeMenu: 'Close the menu',
    collapse: 'Collapse the menu',
    expand: 'Expand the menu',
    account: 'Your account',
  },
  title: { failed: 'Error: ' },
  error: {
    title: 'An error occurred',
    description: 'Please try again later',
    retry: 'Retry',
  },
  notFound: {
    title: 'Page not found',
    description: 'This address leads nowhere. Check it.',
    back: 'Back to home',
  },
  reference: (id: string) => `Reference to give on the phone: ${id}.`,
  retryAfter: (seconds: number) =>
    seconds < 90 ? `Try again in ${seconds} seconds.` : `Try again in ${Math.ceil(seconds / 60)} minutes.`,
  problems: {
    json_malformed: 'The portal sent a request that the server could not read. Reload the page and try again.',
    idempotency_key_invalid: 'The portal sent a request that the server could not read. Reload the page and try again.',
    signed_out: 'Your session has ended. Sign in again.',
    second_factor_required: 'Turn two-step verification on first.',
    forbidden: 'Your account does not give access to this. Ask whoever manages access.',
    origin_refused: 'This request was refused because it came from another site. Reload the page and try again.',
    not_found: 'This item does not exist, or no longer does.',
    brand_unknown: 'No laboratory answers at this address. Check the address your laboratory gave you.',
    method_not_allowed: 'The portal sent a request that the server could not read. Reload the page and try again.',
    conflict: 'Someone changed this at the same moment. Look at the present state, then try again.',
    request_in_flight: 'This is already being sent. Wait a moment before you try again.',
    body_too_large: 'What you sent is too large. Shorten it and try again.',
    address_too_long: 'There are too many filters for one address. Remove some.',
    media_type_unsupported: 'The portal sent a request that the server could not read. Reload the page and try again.',
    input_invalid: 'Some of what you entered is not valid. Check the marked fields.',
    idempotency_key_reused: 'This was already sent, with other content. Look at what arrived before you send it again.',
    too_many_requests: 'Too many attempts in a short time. Wait a moment, then try again.',
    unexpected: 'An unexpected error occurred. Please try again later.',
    unavailable: 'The portal is unavailable for the moment. Try again in a few seconds.',
    offline: 'The portal cannot be reached. Check your connection, then try again.',
    timeout: 'The portal takes too long to answer. Try again in a moment.',
  } satisfies Record<GeneralRefusalCode | 'offline' | 'timeout', string>,
}

export type KitText = typeof en

export const en = {
  notConfigured: {
    title: 'Client portal not configured',
    description: 'No laboratory answers at this address. Check the address that your laboratory gave you.',
  },
  wronglyConfigured: {
    title: 'Client portal wrongly configured',
    description: 'The settings of this portal are not right. Your laboratory can correct them: let it know.',
  },
}

export type BrandFailureText = typeof en

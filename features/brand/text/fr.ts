import type { BrandText } from './en.ts'

export const fr: BrandText = {
  phone: {
    question: 'Une question ?',
    call: company => `Appeler ${company}`,
  },
}

export const en = {
  phone: {
    question: 'A question?',
    call: (company: string) => `Call ${company}`,
  },
}

export type BrandText = typeof en

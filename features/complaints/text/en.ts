import type { RefusalOf } from '#kit/contract.ts'
import type { staffComplaintCalls } from '../contract.ts'
import type { Cause } from '../rules.ts'

const causes: Record<Cause, string> = {
  prescription: 'Prescription',
  impression: 'Impression',
  design: 'Design',
  manufacture: 'Manufacture',
  shade: 'Shade taking',
  material: 'Material',
  transport: 'Transport',
  fitting: 'Fitting at the practice',
  none_found: 'No fault found',
}

export const en = {
  title: 'Complaints',
  description: 'What practices have reported, and what the laboratory has decided of it.',
  failed: 'Complaints could not be loaded',
  outdated: 'This may be out of date',
  states: { open: 'To decide', decided: 'Decided' },
  empty: {
    open: { title: 'Nothing to decide', description: 'Problems that practices report come here.' },
    decided: { title: 'Nothing decided yet', description: 'What you decide stays here, by name and time.' },
  },
  enter: 'Note a complaint',
  columns: { complaint: 'Complaint', case: 'Case', reported: 'Reported', decision: 'Decision', actions: 'Actions' },
  kinds: {
    fit: 'Fit',
    shade: 'Shade',
    contact: 'Contacts',
    breakage: 'Breakage',
    late: 'Late',
    missing: 'Something missing',
    other: 'Other',
  },
  isNoted: (name: string) => `Noted by ${name}`,
  remake: (code: string) => `Remake ${code}`,
  serious: 'Serious',
  notSerious: 'Not serious',
  causes,
  decided: (name: string, at: string) => `${name}, ${at}`,
  decide: 'Decide…',
  decideOf: (code: string) => `Decide of the complaint on ${code}`,
  again: 'Change…',
  pages: 'Pages of complaints',
  range: (first: number, last: number, total: number, isMore: boolean) =>
    `${first}–${last} of ${isMore ? 'more than ' : ''}${total}`,
  count: (total: number, isMore: boolean) => `${total}${isMore ? '+' : ''}`,
  previous: 'Previous',
  next: 'Next',
  page: (page: number) => `Page ${page}`,
  form: {
    title: (code: string) => `Complaint on ${code}`,
    isSerious: 'Is it serious?',
    seriousHint: 'It has led, or might have led, to harm to a patient or user. The authority is then to be told.',
    cause: 'Where it comes from',
    pick: 'Choose a cause',
    note: 'Reasons',
    submit: 'Record the decision',
    failed: 'The decision is not recorded',
    done: 'The decision is recorded',
  },
  entering: {
    title: 'Note a complaint',
    description: 'For what came by telephone or on paper. The practice sees it on its case.',
    orderCode: 'Number of the case',
    kind: 'Kind',
    words: 'What is wrong',
    submit: 'Note it',
    failed: 'Nothing is noted',
    done: 'The complaint is noted',
    unknown: 'There is no case with this number.',
  },
  remaking: {
    title: (code: string) => `Make ${code} again`,
    description: 'The same prescription becomes a new case, free of charge until it has a price. The practice is told.',
    words: 'What is wrong, for the practice',
    submit: 'Begin the remake',
    failed: 'The remake is not begun',
    done: (code: string, remake: string) => `${code} is made again as ${remake}`,
    refusals: {
      remake_too_early: 'It has not left yet: put it right, or change its day.',
      remake_exists: 'It is being made again already.',
    } satisfies Record<RefusalOf<typeof staffComplaintCalls.remake>, string>,
  },
  optional: '(optional)',
  required: 'Fill in this field.',
  choose: 'Choose one.',
  tooLong: 'This is too long.',
}

export type StaffComplaintsText = typeof en

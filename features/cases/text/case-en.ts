import type { caseCalls, HoldAnswer, ProblemKind } from '../contract.ts'

type RefusedBy<Call extends keyof typeof caseCalls> = (typeof caseCalls)[Call] extends { refusals: infer Codes }
  ? Record<keyof Codes, string>
  : never

export const en = {
  hold: {
    answers: {
      parts_sent: 'The parts are on their way',
      parts_with_pickup: 'The parts come with the next pickup',
      go_ahead: 'Go ahead',
      call_me: 'Call me',
      in_writing: 'Answer in writing',
    } satisfies Record<HoldAnswer, string>,
    title: (code: string) => `Answer about ${code}`,
    sent: (code: string) => `Answer sent about ${code}`,
    failed: (code: string) => `Your answer about ${code} was not sent`,
    written: 'Your answer',
    send: 'Send the answer',
    empty: 'Write your answer, then send it.',
    refusals: {
      not_on_hold: 'The laboratory no longer waits for an answer about this case.',
      hold_answered: 'A colleague has already answered.',
    } satisfies RefusedBy<'answerHold'>,
  },
  thread: {
    title: (code: string) => `Messages about ${code}`,
    byPhone: 'In a hurry?',
    list: 'Messages',
    none: 'Nothing has been written about this case yet.',
    failed: 'The messages could not be loaded.',
    retry: 'Retry',
    you: 'You',
    field: 'Your message to the laboratory',
    hint: 'Send with Ctrl + Enter',
    empty: 'Write your message, then send it.',
    send: 'Send',
    sending: 'Sending…',
    notSent: 'Not sent.',
    again: 'Send again',
    edit: 'Edit',
    tooLong: (most: number) => `Shorten your message to ${most.toLocaleString('en')} characters.`,
  },
  problem: {
    reported: 'Reported problems',
    reportedBy: (day: string, name: string) => `${day}, by ${name}`,
    remakeOrdered: 'Remake ordered:',
    kinds: {
      fit: 'It does not fit',
      shade: 'The shade is wrong',
      contact: 'Contacts or occlusion are wrong',
      breakage: 'It is broken or chipped',
      late: 'It came too late',
      missing: 'Something is missing',
      other: 'Something else',
    } satisfies Record<ProblemKind, string>,
    title: (code: string) => `Report a problem with ${code}`,
    description: 'The laboratory sees it at once, with your name.',
    kind: 'What is wrong?',
    kindMissing: 'Choose what is wrong.',
    words: 'Describe it',
    wordsHint: 'Which tooth, which surface, what you have tried.',
    wordsMissing: 'Describe what is wrong, in a few words.',
    tooLong: (most: number) => `Shorten the description to ${most.toLocaleString('en')} characters.`,
    wish: 'What should the laboratory do?',
    tell: 'Take note of it',
    askRemake: 'Make it again',
    remakeHint: 'The same prescription becomes a new case, linked to this one.',
    tooEarly: 'A remake can be asked for once the case has been shipped.',
    remakeExists: 'It is already being made again as',
    send: 'Report the problem',
    sendRemake: 'Report and ask for a remake',
    failed: 'The problem was not reported',
    done: 'The problem is reported',
    doneRemake: 'The problem is reported and a remake ordered',
    seeRemake: (code: string) => `See the remake ${code}`,
    photosHint:
      'Photos help the laboratory to understand. You can also add them later, in the attachments of the case.',
    close: 'Close',
    refusals: {
      remake_too_early: 'A remake can be asked for once the case has been shipped.',
      remake_exists: 'A remake has already been asked for. You can still report the problem.',
      order_cancelled: 'This case has been cancelled in the meantime.',
    } satisfies RefusedBy<'reportProblem'>,
  },
  cancel: {
    act: (code: string) => `Cancel ${code}`,
    title: (code: string) => `Cancel ${code}?`,
    description: 'The laboratory has not begun. The case moves to the history, where you can order it again.',
    keep: 'Keep the case',
    close: 'Close',
    done: (code: string) => `${code} is cancelled`,
    failed: (code: string) => `${code} was not cancelled`,
    refusals: {
      order_under_way: 'The laboratory has already begun: call it to find out what is still possible.',
    } satisfies RefusedBy<'cancel'>,
  },
}

export type CaseText = typeof en

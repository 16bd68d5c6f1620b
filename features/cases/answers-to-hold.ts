/** A file of its own, without the validation: a case is drawn before anybody can answer. */
export const answersToHold = ['parts_sent', 'parts_with_pickup', 'go_ahead', 'call_me', 'in_writing', 'shade'] as const

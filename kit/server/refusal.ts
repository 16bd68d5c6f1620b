/** A reason not to go on that the operator can act on: told as one sentence, without a stack. */
export class Refusal extends Error {
  override name = 'Refusal'
}

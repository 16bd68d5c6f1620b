/** A failure that the operator can act on: reported as one sentence, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/** A reason not to start that a person can act on: printed as it stands, without a stack trace. */
export class StackError extends Error {
  override readonly name = 'StackError'
}

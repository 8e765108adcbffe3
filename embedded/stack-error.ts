/** A failure that a person can fix: its message is printed as it stands, without a stack trace. */
export class StackError extends Error {
  override readonly name = 'StackError'
}

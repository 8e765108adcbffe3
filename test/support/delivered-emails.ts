import type { DeliverEmailInput, DeliverEmailsInput } from '../../workflows/contracts.js'

/** The ids of the emails that a delivery was started for. */
export function emailsOf(input: object): string[] {
  const { emailId, groups } = input as Partial<DeliverEmailInput & DeliverEmailsInput>
  return groups?.flatMap(({ emailIds }) => emailIds) ?? (emailId === undefined ? [] : [emailId])
}

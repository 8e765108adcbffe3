/**
 * The reply of a server as a report gives it: who wrote it, `Status`, `Diagnostic-Code`, its class, and the command in
 * the notice for people. Classes: permanent, transient, mailbox full, undetermined, delayed.
 */
export type LabelledReply = readonly [
  by: string,
  status: string | null,
  diagnostic: string | null,
  is: Label,
  command?: 'RCPT' | 'DATA' | 'MAIL',
]

export type Label = 'P' | 'T' | 'F' | 'U' | 'D'

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

const known = (text: string): string | null => (text === '-' ? null : text)

/** Replies as lines: who wrote it | status | class and command | diagnostic; a hyphen stands for none. */
export function readReplies(text: string): LabelledReply[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [by = '', status = '', label = '', diagnostic = ''] = line.trim().split(' | ')
      const [is, command] = label.split(' ') as [Label, LabelledReply[4]]
      return [by, known(status), known(diagnostic), is, command]
    })
}

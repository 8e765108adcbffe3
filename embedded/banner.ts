import type { StackInfo } from './stack-file.js'

/** The text for a person who has started the stack: addresses, keys, and three calls to paste. */
export function banner(info: StackInfo, dataDir: string): string {
  return `
Posthorn is ready.

  Dashboard    ${info.gateway}/dashboard   sign in with the user below
  Gateway      ${info.gateway}
  Inbox        ${info.inbox}   catches every message you send
  Mail in      ${info.inboundSmtp || 'none'}   SMTP for verified domains
  Temporal UI  ${info.temporalUi || 'provided by the server in TEMPORAL_ADDRESS'}
  MongoDB      ${info.mongodb}
  Temporal     ${info.temporal}
  Data, logs   ${dataDir}   the same as JSON: stack.json

  Project      ${info.project.id}
  Public key   ${info.project.public}
  Secret key   ${info.project.secret}
  User         ${info.user.email}   password ${info.user.password}

Send an email:

  curl ${info.gateway}/v1/send \\
    -H 'Authorization: Bearer ${info.project.secret}' \\
    -H 'Content-Type: application/json' \\
    -d '{"to":"ada@example.com","from":"hello@example.com","subject":"Hello {{name}}","body":"<p>Welcome, {{name}}.</p>","data":{"name":"Ada"}}'

Track an event:

  curl ${info.gateway}/v1/track \\
    -H 'Authorization: Bearer ${info.project.public}' \\
    -H 'Content-Type: application/json' \\
    -d '{"email":"ada@example.com","event":"signed_up"}'

See your messages:

  curl '${info.inbox}/messages?to=ada@example.com'

List all commands, in another terminal:

  npx posthorn --help

Press Ctrl-C to stop. Your data is kept.
`
}

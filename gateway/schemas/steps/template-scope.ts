/** The variables of templates in steps, as the reference describes them, in Markdown. */
export const TEMPLATE_SCOPE = `
Templates of a step, in its config and in the email it sends, read the fields of the contact by name and as \`data\`,
\`contact\`, \`event\` (the data of the event that started the execution, or the context it was started with, overlaid with
the data of awaited events), \`steps.<name>\` (the output of an earlier step), \`workflow\` (\`id\`, \`name\`) and
\`execution\` (\`id\`); emails also read \`unsubscribeUrl\`, \`subscribeUrl\` and \`manageUrl\`. These names take precedence
over fields of the same name, which remain available in \`data\`. Values are escaped only in the bodies of emails.
Dates are read and printed in the time zone of the project.

| Step | \`steps.<name>\`; of several steps with one name, the latest |
|---|---|
| SEND_EMAIL | \`{ emailId }\`; \`{ reason }\` when it was skipped |
| WAIT_FOR_EVENT | \`{ eventId }\` or \`{ timedOut }\` |
| CONDITION | \`{ result }\`; with branches \`{ branch, branchName }\` |
| WEBHOOK | \`{ url, method, statusCode, success, response, attempts }\` |
| UPDATE_CONTACT | \`{ updated, subscriptionAction }\`, the names of the fields and the change made |
`.trim()

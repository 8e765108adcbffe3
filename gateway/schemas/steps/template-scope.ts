/** What the reference says of the names that templates in steps know, in Markdown. */
export const TEMPLATE_SCOPE = `
Templates of a step, in its config and in the email it sends, know the fields of the contact by name and as \`data\`,
\`contact\`, \`event\` (the data of the event that began the execution, or the context it was started with, with the
data of events waited for laid over it), \`steps.<name>\` (what an earlier step came to), \`workflow\` (\`id\`, \`name\`)
and \`execution\` (\`id\`); emails know \`unsubscribeUrl\`, \`subscribeUrl\` and \`manageUrl\` besides. These names win over
fields of the same name, which stay in \`data\`. Values are escaped in the bodies of emails and nowhere else.

| Step | \`steps.<name>\`; of several of one name the one walked last |
|---|---|
| SEND_EMAIL | \`{ emailId }\`; \`{ reason }\` when it was passed over |
| WAIT_FOR_EVENT | \`{ eventId }\` or \`{ timedOut }\` |
| CONDITION | \`{ result }\`; with branches \`{ branch, branchName }\` |
| WEBHOOK | \`{ url, method, statusCode, success, response, attempts }\` |
| UPDATE_CONTACT | \`{ updated, subscriptionAction }\`, the names of the fields and what was done |
`.trim()

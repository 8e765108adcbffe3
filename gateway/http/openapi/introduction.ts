/** What the reference says before the first endpoint, in Markdown. */
export const INTRODUCTION = `
Posthorn sends transactional email, campaigns and automated sequences on behalf of projects.

**Keys.** Every project has two, sent as \`Authorization: Bearer <key>\`: the public one (\`pk_...\`) tracks events
and does nothing else, the secret one (\`sk_...\`) does everything but that. The key says which project is meant, so
no path or body names it. The id of another project's contact, template or campaign answers like an unknown one.

**Sessions.** The dashboard signs a user in with \`POST /auth/login\` and sends the cookie; the header
\`X-Project-Id\` says which of their projects is meant. A key wins over a cookie.

**Errors.** \`{ success: false, error: { code, message, statusCode, requestId }, timestamp }\`, with \`errors\` (all
fields at fault at once, by dotted path), \`details\` and \`suggestion\` where they help. Rely on \`code\`; \`message\` is
for people. Some creates answer a missing required field with \`{ error: message }\` and status 400.

**Once.** \`POST /v1/send\` and \`POST /v1/track\` take an \`Idempotency-Key\`: the first request with a key does its
work, every other one of the project answers 409 for 24 hours.

**Lists** by cursor answer \`{ data, cursor, hasMore, total }\`: pass \`cursor\` for the next page; \`total\` is counted
on the first one alone. Lists by page answer \`{ data, page, pageSize, total, totalPages }\`.

**Requests** are JSON in UTF-8. Unknown fields are ignored. A request is known by its \`X-Request-Id\`, which every
answer carries and which a request may bring along.
`.trim()

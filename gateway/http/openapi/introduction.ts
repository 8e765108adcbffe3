/** The introduction of the reference, in Markdown. */
export const INTRODUCTION = `
Posthorn sends transactional email, campaigns and automated sequences on behalf of projects.

**Keys.** Every project has two keys, sent as \`Authorization: Bearer <key>\`: the public key (\`pk_...\`) only tracks
events with \`POST /v1/track\`, the secret key (\`sk_...\`) does everything else. Named secret keys do what their
scope allows. The key identifies the project, so no path or body names it. The public key has its own limit of requests,
so that a key in a page cannot use up that of the server. The id of another project's contact, template or campaign is
answered like an unknown id.

**Sessions.** The dashboard signs a user in with \`POST /auth/login\` and sends the cookie; the header
\`X-Project-Id\` selects one of the user's projects. A key takes precedence over a cookie.

**Errors.** \`{ success: false, error: { code, message, statusCode, requestId }, timestamp }\`, with \`errors\` (all
invalid fields, by dotted path), \`details\` and \`suggestion\` where they help. Rely on \`code\`; \`message\` is for
people. Some endpoints that create a resource answer a missing required field with \`{ error: message }\` and status 400.

**Idempotency.** \`POST /v1/send\` and \`POST /v1/track\` accept an \`Idempotency-Key\`: the first request with a key is
carried out, every later request with the same key answers 409 for 24 hours. A key belongs to the project and the kind
of credential: the public key neither uses up nor finds out what secret keys have used. \`details.originalStatusCode\`
then is the outcome of the first request: 200, it was carried out; null, it may still be under way (ask again); 5xx, it
did nothing, and the request may be made with another key.

**Lists** with a cursor answer \`{ data, cursor, hasMore, total }\`: pass \`cursor\` to get the next page; \`total\` is
counted on the first page only. Lists with page numbers answer \`{ data, page, pageSize, total, totalPages }\`.

**Requests** are JSON in UTF-8. Unknown fields are ignored. An empty list in place of the whole body counts as \`{}\`.
Whole numbers beyond 2^53 are refused, because most programs would round them: send them as text. Every answer has the
id of its request in \`X-Request-Id\`; a request may bring its own id.
`.trim()

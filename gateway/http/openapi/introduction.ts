/** The introduction of the reference, in Markdown. */
export const INTRODUCTION = `
Posthorn sends transactional email, campaigns and automated sequences on behalf of projects.

**Keys.** Every project has two keys, sent as \`Authorization: Bearer <key>\`. The public key (\`pk_...\`) only tracks
events with \`POST /v1/track\`. The secret key (\`sk_...\`) does everything else. Named secret keys are limited by their
scope. The key identifies the project, so you never send a project id. The public key has its own rate limit, so that a
key in a web page cannot use up the limit of your server. Ids of another project's resources are treated as unknown.

**Sessions.** The dashboard signs users in with \`POST /auth/login\` and sends the session cookie. The header
\`X-Project-Id\` selects one of the user's projects. A key takes precedence over a cookie.

**Errors.** \`{ success: false, error: { code, message, statusCode, requestId }, timestamp }\`, with \`errors\` (all
invalid fields, by dotted path), \`details\` and \`suggestion\` where they help. Rely on \`code\`; \`message\` is for
people. If a required field is missing, some endpoints that create a resource return \`{ error: message }\` with status
400.

**Idempotency.** \`POST /v1/send\`, \`POST /v1/track\` and \`POST /emails/{id}/send-again\` accept an
\`Idempotency-Key\`. The first request with a key is processed; for 24 hours, every later request with the same key
returns 409. A key belongs to the project and the kind of credential: the public key and the secret keys have separate
idempotency keys. \`details.originalStatusCode\` is the result of the first request: 200, it succeeded; null, it may
still be running (try again); 5xx, it had no effect, and you can send the request with another key.

**Lists** with a cursor return \`{ data, cursor, hasMore, total }\`: pass \`cursor\` to get the next page. \`total\` is
counted on the first page only. Lists with page numbers return \`{ data, page, pageSize, total, totalPages }\`.

**Requests** are JSON in UTF-8. Unknown fields are ignored. An empty list instead of the whole body is read as \`{}\`.
Integers beyond 2^53 are rejected, because most programs would round them: send them as strings. Every response has the
id of its request in \`X-Request-Id\`; a request can bring its own id.
`.trim()

import { requestImport } from '../../../commands/lifecycle/imports/request-import.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { ImportQuery } from '../../schemas/import.js'
import { importUpload } from '../../schemas/import-upload.js'
import { AcceptedJob } from '../../schemas/job.js'

export const importContactsRoute = defineEndpoint({
  operationId: 'importContacts',
  method: 'post',
  path: '/contacts/import',
  access: 'project',
  effect: 'keeps',
  summary: 'Import contacts from a file',
  description:
    'The file is UTF-8 CSV with commas, semicolons or tabs as delimiter; a line `sep=;` can set it. The header row ' +
    'names the columns: `email` (required), `subscribed`, and custom fields by their names. Whitespace around names ' +
    'and cells is removed. A blank cell changes nothing, and a blank row is skipped. Use `columns` to map columns ' +
    'differently.\n\n' +
    'A column named `data.<key>` is the custom field `<key>`. Its cells are parsed as JSON if possible, as in ' +
    'exports. A file that starts with `{`, or has the type `application/x-ndjson`, has one JSON object per line: ' +
    '`email`, `subscribed`, `data`.\n\n' +
    '`subscribed` takes `true`/`false`, `yes`/`no`, `1`/`0`, `y`/`n`, `on`/`off`, `subscribed`/`unsubscribed`, ' +
    '`active`/`inactive`, case-insensitive, and yes and no in the languages of the hosted pages; any other value is ' +
    'a row error. New contacts are subscribed unless the row or `subscribed=false` says otherwise. Contacts who ' +
    'opted out (through a page, a link, a complaint or a bounce) and suppressed addresses are not subscribed unless ' +
    'you set `resubscribe=true`; `keptUnsubscribed` counts such rows. If a column may contain opt-outs under ' +
    'another name (`status`, `unsubscribed`, `blocklisted`, `cleaned`, `suppressed` and the like), the file is ' +
    'rejected until `map` or `columns` maps the column.\n\n' +
    'The type of a column is number if every non-blank cell is a decimal without a leading zero, boolean if every ' +
    'one is `true` or `false`, date if every one looks like `2026-03-02` or `2026-03-02T10:00:00Z`, and otherwise ' +
    'text, kept as written. Existing text fields stay text. Rows with errors are reported in the result and do not ' +
    'stop the import.',
  example: { body: 'email,subscribed,plan\nada@example.com,true,pro\n' },
  request: { query: ImportQuery, body: importUpload },
  response: AcceptedJob,
  status: 202,
  quota: 'jobs',
  errors: ['BAD_REQUEST', 'RESOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  async handle({ query, body }) {
    const jobId = await requestImport(body, query)
    return { message: 'Import started', jobId }
  },
})

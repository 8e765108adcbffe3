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
    'The file is UTF-8 with commas, semicolons or tabs between its cells, as spreadsheets write it; a line `sep=;` may ' +
    'name them. Its first row names the columns: `email` (required), `subscribed`, and custom fields by their names. ' +
    'Names and cells are taken without the blanks around them. A blank cell changes nothing, and a row of blank cells ' +
    'is skipped. `columns` gives other meanings to columns.\n\n' +
    'A column named `data.<key>` is the custom field `<key>`, literally, and its cells are JSON where they can be read ' +
    'as JSON, as in exports. A file that begins with `{`, or has the type `application/x-ndjson`, has one JSON object ' +
    'a line: `email`, `subscribed`, `data`.\n\n' +
    '`subscribed` takes `true`/`false`, `yes`/`no`, `1`/`0`, `y`/`n`, `on`/`off`, `subscribed`/`unsubscribed`, ' +
    '`active`/`inactive` in any case, and yes and no in the languages of the hosted pages; any other word makes a ' +
    'faulty row. A new contact is subscribed unless its row, or `subscribed=false`, says otherwise. A contact that has ' +
    'opted out itself, by a page, a link, a complaint or a bounce, and a suppressed address are not subscribed, unless ' +
    'the request says `resubscribe=true`; `keptUnsubscribed` counts such rows. A file with a column that may hold ' +
    'opt-outs under another name (`status`, `unsubscribed`, `blocklisted`, `cleaned`, `suppressed` and the like) is ' +
    'refused until `map` or `columns` says what the column is.\n\n' +
    'A column is a number if every cell that is not blank is a decimal without a leading zero, a boolean if every one is ' +
    '`true` or `false`, a date if every one is such as `2026-03-02` or `2026-03-02T10:00:00Z`, and else text, which is ' +
    'kept as written. A field that the project knows as text stays text. A faulty row is reported in the result and ' +
    'does not stop the import.',
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

import { requestImport } from '../../../commands/contacts/request-import.js'
import { defineEndpoint, FileUpload } from '../../http/endpoint.js'
import { AcceptedJob } from '../../schemas/job.js'

const MAX_FILE_BYTES = 5 * 1024 * 1024

export const importContacts = defineEndpoint({
  operationId: 'importContacts',
  method: 'post',
  path: '/contacts/import',
  access: 'project',
  summary: 'Import contacts from a CSV file',
  description:
    'The file is UTF-8 with commas, semicolons or tabs between its cells. Its first row names the columns: `email` ' +
    '(required), `subscribed` (`true`, `1` or `yes`; any other value means no), and custom fields by their names. A ' +
    'blank cell changes nothing. An invalid row is reported in the result and does not stop the import. A new contact ' +
    'is subscribed unless its row says otherwise.',
  example: { body: 'email,subscribed,plan\nada@example.com,true,pro\n' },
  request: { body: new FileUpload(MAX_FILE_BYTES, 'A CSV file of at most 5 MB.') },
  response: AcceptedJob,
  status: 202,
  quota: 'jobs',
  errors: ['BAD_REQUEST'],
  async handle({ body }, { projectId, services }) {
    const { jobId, entries } = await requestImport(projectId, body.content)
    services.relay.enqueue(entries)
    return { message: 'The import is under way', jobId }
  },
})

import { expect } from 'chai'
import { ImportFile } from '../../commands/lifecycle/imports/import-file.js'
import { importSlice } from '../../commands/lifecycle/imports/import-slice.js'
import { requestImport, type ImportOptions } from '../../commands/lifecycle/imports/request-import.js'
import { fileForm } from './file-form.js'
import { finishJob } from './jobs.js'
import type { TestProject } from './project.js'

/** Requests the import of a file with this text. Returns the id of the job. */
export async function importText(projectId: string, text: string, options: ImportOptions = {}): Promise<string> {
  const file = new ImportFile(projectId)
  await file.write(Buffer.from(text))
  await file.end()
  return requestImport({ filename: 'contacts.csv', contentType: 'text/csv', file }, options)
}

/** Imports files into the project of a test over HTTP, and reads the contacts. */
export function createImporter({ client, project }: Pick<TestProject, 'client' | 'project'>) {
  const upload = (file: string | Uint8Array<ArrayBuffer>, query = '') =>
    client.post(`/contacts/import${query}`, fileForm(file))

  /** An import that ends well. */
  async function runImport(file: string, query = '') {
    const { status, body } = await upload(file, query)
    expect(status, JSON.stringify(body)).to.equal(202)
    await finishJob({ projectId: project.id, jobId: body.jobId }, importSlice)
    const job = (await client.get(`/contacts/import/${body.jobId}`)).body
    expect(job.status).to.equal('COMPLETED')
    return job
  }

  return {
    upload,
    runImport,
    importFile: async (file: string, query = '') => (await runImport(file, query)).result,
    contactOf: async (email: string): Promise<{ subscribed: boolean; data: Record<string, unknown> }> => {
      const { data } = (await client.get(`/contacts?search=${encodeURIComponent(email)}`)).body
      expect(data).to.have.length(1)
      return data[0]
    },
  }
}

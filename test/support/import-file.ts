import { requestImport, type ImportOptions } from '../../commands/contacts/request-import.js'

/** Requests the import of a file with this text. Returns the id of the job. */
export function importText(projectId: string, text: string, options: ImportOptions = {}): Promise<string> {
  return requestImport(projectId, { filename: 'contacts.csv', content: Buffer.from(text) }, options)
}

import { ImportFile } from '../../commands/lifecycle/imports/import-file.js'
import { StreamedUpload } from '../http/endpoint.js'
import { importLimitBytes } from './limits.js'

/** The file of an import, which is stored while it arrives. */
export const importUpload = new StreamedUpload({
  description: 'A CSV or JSON lines file, at most `limits.importBytes` of `GET /config`.',
  limitOf: importLimitBytes,
  timeMsOf: ({ UPLOAD_TIMEOUT_SECONDS }) => UPLOAD_TIMEOUT_SECONDS * 1_000,
  open: (projectId) => new ImportFile(projectId),
})

/** The texts of the jobs that are followed over the pages. */
export const jobs = {
  region: 'Jobs',
  waiting: 'Waiting to begin',
  dismiss: 'Do not show this job any more',
  failed: 'It has failed.',
  lost: 'How far this job is cannot be read.',
  progress: (done: string, total: string) => `${done} of ${total}`,
  bulk: {
    subscribe: 'Subscribing contacts',
    unsubscribe: 'Unsubscribing contacts',
    delete: 'Deleting contacts',
  },
  bulkDone: {
    subscribe: (count: string) => `Subscribed: ${count}`,
    unsubscribe: (count: string) => `Unsubscribed: ${count}`,
    delete: (count: string) => `Deleted: ${count}`,
  },
  unchanged: (count: string) => `unchanged: ${count}`,
  failures: (count: string) => `failed: ${count}`,
  loadFailures: 'Download the failures',
  failureColumns: ['contact', 'address', 'error'],
  failureFile: 'failures.csv',
  importing: (file: string) => `Importing ${file}`,
  imported: (file: string) => `Imported ${file}`,
  aFile: 'a file',
  importDone: (created: string, updated: string, failed: string) =>
    `New: ${created}, existing: ${updated}, faulty: ${failed}`,
  openImport: 'Open the import',
  exporting: 'Writing the file',
  exported: (file: string) => `${file} is ready`,
  rows: (count: string) => `rows: ${count}`,
  download: 'Download',
}

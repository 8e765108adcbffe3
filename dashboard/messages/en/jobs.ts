import { counted } from '../counted.js'

/** The texts of the jobs that are followed over the pages. */
export const jobs = {
  region: 'Running jobs',
  waiting: 'Queued',
  dismiss: 'Dismiss',
  failed: 'Failed',
  lost: 'Could not load the progress.',
  progress: (done: string, total: string) => `${done} of ${total}`,
  bulk: {
    subscribe: 'Subscribing contacts',
    unsubscribe: 'Unsubscribing contacts',
    delete: 'Deleting contacts',
    join: 'Adding contacts to segment',
  },
  bulkDone: {
    subscribe: (count: string) => `${count} subscribed`,
    unsubscribe: (count: string) => `${count} unsubscribed`,
    delete: (count: string) => `${count} deleted`,
    join: (count: string) => `${count} added to segment`,
  },
  unchanged: (count: string) => `${count} unchanged`,
  failures: (count: string) => `${count} failed`,
  loadFailures: 'Download errors',
  failureColumns: ['contact', 'email', 'error'],
  failureFile: 'errors.csv',
  importing: (file: string) => `Importing ${file}`,
  imported: (file: string) => `Imported ${file}`,
  aFile: 'file',
  openImport: 'View import',
  exporting: 'Exporting',
  exported: (file: string) => `${file} is ready`,
  rows: (count: string) => counted(count, 'row'),
  download: 'Download',
}

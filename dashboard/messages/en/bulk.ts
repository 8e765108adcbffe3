import { counted } from '../counted.js'

/** The texts for changes of many campaigns, templates or workflows, and for those that are archived. */
export const bulk = {
  banners: {
    campaign: 'This campaign is archived',
    template: 'This template is archived',
    workflow: 'This workflow is archived',
  },
  bannerTexts: {
    campaign: 'Restore it to send it.',
    template: 'It’s still sent wherever it’s used, but isn’t offered for new uses.',
    workflow: 'Restore it to enable it.',
  },
  resultsText: 'Its results are kept. Restore it to show it in the list again.',
  none: 'Nothing archived',
  noneText: 'Archived items are listed here.',
  delete: 'Delete',
  done: {
    archive: (count: string) => `${count} archived`,
    restore: (count: string) => `${count} restored`,
    delete: (count: string) => `${count} deleted`,
  },
  oneFailed: {
    archive: (reason: string) => `1 couldn’t be archived: ${reason}.`,
    restore: (reason: string) => `1 couldn’t be restored: ${reason}.`,
    delete: (reason: string) => `1 couldn’t be deleted: ${reason}.`,
  },
  someFailed: {
    archive: (count: string) => `${count} couldn’t be archived.`,
    restore: (count: string) => `${count} couldn’t be restored.`,
    delete: (count: string) => `${count} couldn’t be deleted.`,
  },
  both: (done: string, failed: string) => `${done}. ${failed}`,
  failedTitles: {
    archive: 'Not archived',
    restore: 'Not restored',
    delete: 'Not deleted',
  },
  failed: (name: string, reason: string) => `${name}: ${reason}`,
  dismiss: 'Dismiss',
  reasons: {
    SCHEDULED: 'it’s scheduled',
    SENDING: 'it’s being sent',
    enabled: 'it’s enabled',
    usedBy: (names: string) => `it’s used by ${names}`,
    used: 'it’s in use',
    executions: (count: number) => `it has ${counted(String(count), 'active execution')}`,
    gone: 'it no longer exists',
  },
  deleteTitles: {
    campaign: (count: string) => `Delete ${counted(count, 'campaign')}?`,
    template: (count: string) => `Delete ${counted(count, 'template')}?`,
    workflow: (count: string) => `Delete ${counted(count, 'workflow')}?`,
  },
  deleteTexts: {
    campaign: 'Their statistics are deleted too. The emails they sent stay in Emails. You can’t undo this.',
    template: 'Templates that a workflow sends are kept. You can’t undo this.',
    workflow:
      'Their versions and ended executions are deleted too. Those with active executions are kept. You can’t undo this.',
  },
}

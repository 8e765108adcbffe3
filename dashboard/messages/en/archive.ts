/** The names of the actions that archive and restore. */
export const archive = {
  archived: 'Archived',
  archive: 'Archive',
  restore: 'Restore',
}

/** The texts for the versions of a record, and their authors. */
export const versions = {
  byKey: 'API key',
  byDeleted: 'Deleted user',
}

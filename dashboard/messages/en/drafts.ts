/** The texts on changes that are not saved. */
export const drafts = {
  leave: 'Leave with unsaved changes?',
  leaveText: 'This browser can keep them until you come back.',
  lostText: 'They are lost unless you save them.',
  discard: 'Discard the changes',
  keep: 'Keep them for later',
  save: 'Save and leave',
  restored: (at: string) => `These are your unsaved changes of ${at}`,
  restoredText: 'This browser had kept them.',
  restoredStale: 'Somebody has changed the saved state since. You see the difference when you save.',
  stale: 'Somebody has saved other changes',
  staleText: 'They were saved after you began. Nothing of yours is lost.',
  goOn: 'Go on editing',
  takeTheirs: 'Take theirs',
  keepMine: 'Keep mine',
}

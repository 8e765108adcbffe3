/** The texts for the history of a template. */
export const templateHistory = {
  title: 'History',
  text: 'The last 50 versions are kept for 90 days.',
  open: 'History',
  list: 'Versions',
  current: 'Current',
  first: 'First version',
  changed: (parts: string) => `Changed: ${parts}`,
  parts: {
    subject: 'subject',
    previewText: 'preview text',
    body: 'content',
    from: 'from',
    fromName: 'from name',
    replyTo: 'reply-to',
  },
  translation: (language: string) => `${language} translation`,
  version: (version: number) => `Version ${version}`,
  language: 'Language',
  mainLanguage: 'Default language',
  restore: 'Restore this version',
  restoreTitle: (version: number) => `Restore version ${version}?`,
  restoreText:
    'Replaces the content and the sender. Name, description and type stay. The current content stays in the history.',
  removes: (languages: readonly string[]) =>
    `Translations that this version doesn’t have will be removed: ${languages.join(', ')}.`,
  unsaved: 'Your unsaved changes will be discarded.',
  restored: (version: number) => `Version ${version} restored`,
  stale: 'The template has changed since you opened the history. Look at the list again and retry.',
  goneText: 'This version is no longer kept.',
}

/** The texts of the gallery with which new messages begin. */
export const gallery = {
  starters: 'Start with',
  templates: 'Your templates',
  language: 'Language',
  blank: 'Blank',
  blankText: 'Start with an empty email.',
  html: 'HTML',
  htmlText: 'Write or paste your own code.',
  details: 'Details',
}

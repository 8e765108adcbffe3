/** The texts of the pages on segments. */
export const segments = {
  title: 'Segments',
  name: 'Name',
  create: 'Create the segment',
  saveAs: 'Save as segment',
  saveAsText: 'The segment holds the contacts that meet the condition at any moment.',
}

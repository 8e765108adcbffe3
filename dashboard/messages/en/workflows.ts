/** The texts of the pages on workflows. */
export const workflows = {
  title: 'Workflows',
}

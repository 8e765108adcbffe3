/** The texts of the pages on analytics. */
export const analytics = {
  title: 'Analytics',
}

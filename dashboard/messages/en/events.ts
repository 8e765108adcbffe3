/** The texts of the pages on events. */
export const events = {
  title: 'Events',
}

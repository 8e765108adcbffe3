/** The texts of the pages on segments. */
export const segments = {
  title: 'Segments',
}

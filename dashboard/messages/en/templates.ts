/** The texts of the pages on templates. */
export const templates = {
  title: 'Templates',
}

/** The texts of the pages on sender domains. */
export const domains = {
  title: 'Domains',
}

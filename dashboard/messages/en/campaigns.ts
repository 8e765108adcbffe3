/** The texts of the pages on campaigns. */
export const campaigns = {
  title: 'Campaigns',
}

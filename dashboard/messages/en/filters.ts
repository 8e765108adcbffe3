/** The texts of filters that several lists share. */
export const filters = {
  title: 'Filters',
  titleOf: (title: string, count: string) => `${title} (${count})`,
  show: 'Show results',
  chips: 'Active filters',
  remove: (filter: string) => `Remove filter “${filter}”`,
  from: 'From',
  to: 'To',
  fromDay: (day: string) => `From ${day}`,
  toDay: (day: string) => `Until ${day}`,
  contact: (email: string) => `Contact ${email}`,
  ofContact: 'Contact',
}

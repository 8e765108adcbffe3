/** The texts of filters that several lists share. */
export const filters = {
  chips: 'Filters in force',
  remove: (filter: string) => `Remove the filter “${filter}”`,
  from: 'From',
  to: 'To',
  fromDay: (day: string) => `From ${day}`,
  toDay: (day: string) => `Until ${day}`,
  contact: (email: string) => `Contact ${email}`,
  ofContact: 'Of one contact',
}

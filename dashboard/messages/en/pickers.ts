/** The texts of the fields that choose a contact or a template. */
export const pickers = {
  contact: 'Contact',
  searchContact: 'Search by email or name',
  noContact: 'No matching contacts',
  newest: 'Newest contacts',
  template: 'Template',
  searchTemplate: 'Search by name',

  none: 'None',
  choose: 'Choose…',
  gone: 'Deleted',
}

/** The texts of the fields that choose a contact or a template. */
export const pickers = {
  contact: 'Contact',
  searchContact: 'A part of the address, or the name',
  noContact: 'No contact fits',
  newest: 'The newest contacts',
  template: 'Template',
  searchTemplate: 'A part of the name',
  noTemplate: 'No template fits',
  none: 'None',
  choose: 'Choose…',
  gone: 'It is gone',
}

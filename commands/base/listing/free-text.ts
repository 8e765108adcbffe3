/**
 * The filter for the texts of errors that may quote personal data. Errors of the product itself are codes, such as
 * `contact_deleted`; the error of a template may quote the data of a contact.
 */
export const FREE_TEXT = { $regex: '[^a-z_]' }

/** The text that replaces an erased error. */
export const ERASED = 'erased'

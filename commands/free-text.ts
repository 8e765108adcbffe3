/**
 * Filter for the texts of errors that may quote personal data. Errors of the product itself are codes, such as
 * `contact_deleted`; the words of a template's error may be those of a contact.
 */
export const FREE_TEXT = { $regex: '[^a-z_]' }

/** Stands for an error that was erased. */
export const ERASED = 'erased'

/** The texts in the language of the reader. A further language is a further module with the same exports. */
export * as t from './en.js'

/** The language by which numbers and times are written. */
export const LOCALE = 'en'

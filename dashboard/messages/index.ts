/** The texts in the language of the reader. A further language is a further module with the same exports. */
export * as t from './en.js'

/** The locale for numbers and times. */
export const LOCALE = 'en'

/** The texts in the language of the reader. */
export * as t from './en.js'

/** Every text of the dashboard. A further language is a further module of this type. */
export type Messages = typeof import('./en.js')

/** The language by which numbers and times are written. */
export const LOCALE = 'en'

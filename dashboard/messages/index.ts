import { en } from './en.js'

/** Every text of the dashboard. A further language is a further object of this type. */
export type Messages = typeof en

/** The texts in the language of the reader. */
export const t: Messages = en

/** The language by which numbers and times are written. */
export const LOCALE = 'en'

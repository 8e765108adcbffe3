import { oneOf, searchOf } from '../../../shared/search-params.js'

/** The parts of the page of a contact. */
export const CONTACT_TABS = ['activity', 'emails', 'executions', 'segments'] as const
export type ContactTab = (typeof CONTACT_TABS)[number]

/** Reads the part from the address; links to the default part name none. */
export const readContactTab = searchOf({ tab: oneOf(CONTACT_TABS) })

/** The parts of the page of a contact. */
export const CONTACT_TABS = ['activity', 'emails', 'executions', 'segments'] as const
export type ContactTab = (typeof CONTACT_TABS)[number]

/** Reads the part from the address; the default part has no parameter. */
export function readContactTab({ tab }: Record<string, unknown>): { tab?: ContactTab | undefined } {
  const found = CONTACT_TABS.find((one) => one === tab)
  return { tab: found === 'activity' ? undefined : found }
}

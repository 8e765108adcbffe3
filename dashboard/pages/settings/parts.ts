/** The parts of the settings in their order, each under an address of its own, which links of mails name. */
export const PARTS = [
  'general',
  'brand',
  'keys',
  'members',
  'fields',
  'suppressions',
  'billing',
  'security',
  'danger',
] as const

export type SettingsPart = (typeof PARTS)[number]

/** Reads a part from the address, which is untrusted input; null where it names none. */
export function readPart(part: string | undefined): SettingsPart | null {
  return PARTS.find((one) => one === part) ?? null
}

import { lazyRouteComponent } from '@tanstack/react-router'

/** The parts of the settings in their order, each under an address of its own, which links of mails name. */
export const PARTS = ['general', 'keys', 'members', 'fields', 'suppressions', 'billing', 'security', 'danger'] as const

export type SettingsPart = (typeof PARTS)[number]

/** Reads a part from an address that anybody may have written; null where it names none. */
export function readPart(part: string | undefined): SettingsPart | null {
  return PARTS.find((one) => one === part) ?? null
}

/** What each part shows, loaded once it is opened. */
export const PANELS = {
  general: lazyRouteComponent(() => import('./general/general-panel.js'), 'GeneralPanel'),
  keys: lazyRouteComponent(() => import('./keys/keys-part.js'), 'KeysPart'),
  members: lazyRouteComponent(() => import('./members/members-part.js'), 'MembersPart'),
  fields: lazyRouteComponent(() => import('./fields/fields-panel.js'), 'FieldsPanel'),
  suppressions: lazyRouteComponent(() => import('./suppressions-panel.js'), 'SuppressionsPanel'),
  billing: lazyRouteComponent(() => import('./billing/billing-part.js'), 'BillingPart'),
  security: lazyRouteComponent(() => import('./security/security-panel.js'), 'SecurityPanel'),
  danger: lazyRouteComponent(() => import('./danger/danger-part.js'), 'DangerPart'),
} as const

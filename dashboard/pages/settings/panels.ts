import { lazyRouteComponent } from '@tanstack/react-router'

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

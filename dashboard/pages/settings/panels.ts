import { lazyPage } from '../../shared/lazy-page.js'

/** The content of each part, loaded once it is opened. */
export const PANELS = {
  general: lazyPage(() => import('./general/general-panel.js'), 'GeneralPanel'),
  brand: lazyPage(() => import('./brand/brand-panel.js'), 'BrandPanel'),
  keys: lazyPage(() => import('./keys/keys-part.js'), 'KeysPart'),
  members: lazyPage(() => import('./members/members-part.js'), 'MembersPart'),
  fields: lazyPage(() => import('./fields/fields-panel.js'), 'FieldsPanel'),
  suppressions: lazyPage(() => import('./suppressions-panel.js'), 'SuppressionsPanel'),
  billing: lazyPage(() => import('./billing/billing-part.js'), 'BillingPart'),
  security: lazyPage(() => import('./security/security-panel.js'), 'SecurityPanel'),
  danger: lazyPage(() => import('./danger/danger-part.js'), 'DangerPart'),
} as const

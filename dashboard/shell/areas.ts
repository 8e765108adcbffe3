import { House, Mail, Settings, Users, type LucideIcon } from 'lucide-react'
import { t } from '../messages/index.js'

/** A page of a project that the navigation names; `key` follows `g`. */
export interface Area {
  to: '/p/$projectId' | '/p/$projectId/contacts' | '/p/$projectId/emails' | '/p/$projectId/settings'
  title: string
  key: string
  icon: LucideIcon
}

/** The navigation: what is listed here exists. */
export const AREAS: readonly { title: string | null; areas: readonly Area[] }[] = [
  { title: null, areas: [{ to: '/p/$projectId', title: t.shell.home, key: 'h', icon: House }] },
  {
    title: t.shell.audience,
    areas: [{ to: '/p/$projectId/contacts', title: t.shell.contacts, key: 'c', icon: Users }],
  },
  { title: t.shell.watch, areas: [{ to: '/p/$projectId/emails', title: t.shell.emails, key: 'e', icon: Mail }] },
  {
    title: t.shell.setUp,
    areas: [{ to: '/p/$projectId/settings', title: t.shell.settings, key: ',', icon: Settings }],
  },
]

import {
  Activity,
  ChartColumn,
  Filter,
  Globe,
  House,
  LayoutTemplate,
  Mail,
  Megaphone,
  Settings,
  Users,
  Waypoints,
  Zap,
  type LucideIcon,
} from 'lucide-react'
import { t } from '../messages/index.js'

const PROJECT = '/p/$projectId'

/** A page of a project that the navigation names; `key` follows `g`. */
export interface Area {
  to:
    | typeof PROJECT
    | `${typeof PROJECT}/${'contacts' | 'segments' | 'campaigns' | 'workflows' | 'templates' | 'emails'}`
    | `${typeof PROJECT}/${'activity' | 'events' | 'analytics' | 'domains' | 'settings'}`
  title: string
  key?: string
  icon: LucideIcon
}

/** The navigation: what is listed here exists. */
export const AREAS: readonly { title: string | null; areas: readonly Area[] }[] = [
  { title: null, areas: [{ to: PROJECT, title: t.shell.home, key: 'h', icon: House }] },
  {
    title: t.shell.audience,
    areas: [
      { to: `${PROJECT}/contacts`, title: t.shell.contacts, key: 'c', icon: Users },
      { to: `${PROJECT}/segments`, title: t.shell.segments, key: 's', icon: Filter },
    ],
  },
  {
    title: t.shell.send,
    areas: [
      { to: `${PROJECT}/campaigns`, title: t.shell.campaigns, key: 'm', icon: Megaphone },
      { to: `${PROJECT}/workflows`, title: t.shell.workflows, key: 'w', icon: Waypoints },
      { to: `${PROJECT}/templates`, title: t.shell.templates, key: 't', icon: LayoutTemplate },
    ],
  },
  {
    title: t.shell.watch,
    areas: [
      { to: `${PROJECT}/emails`, title: t.shell.emails, key: 'e', icon: Mail },
      { to: `${PROJECT}/activity`, title: t.shell.activity, key: 'a', icon: Activity },
      { to: `${PROJECT}/events`, title: t.shell.events, icon: Zap },
      { to: `${PROJECT}/analytics`, title: t.shell.analytics, key: 'n', icon: ChartColumn },
    ],
  },
  {
    title: t.shell.setUp,
    areas: [
      { to: `${PROJECT}/domains`, title: t.shell.domains, key: 'd', icon: Globe },
      { to: `${PROJECT}/settings`, title: t.shell.settings, key: ',', icon: Settings },
    ],
  },
]

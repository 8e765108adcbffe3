import { linkOptions } from '@tanstack/react-router'
import { t } from '../../messages/index.js'
import type { Notification } from './notifications-query.js'

const { actions } = t.notifications

interface From {
  about: Notification['about']
  projectId: string
}

/** Where a notification leads: the record, or what to do next; null where there is no page for it. */
export function notificationLink({ kind, about }: Pick<Notification, 'kind' | 'about'>, projectId: string) {
  return WAYS[kind]({ about, projectId })
}

const WAYS = {
  IMPORT_COMPLETED: toImport,
  IMPORT_FAILED: toImport,
  EXPORT_COMPLETED: toExported,
  EXPORT_FAILED: toExported,
  BULK_CHANGE_COMPLETED: toContacts,
  BULK_CHANGE_FAILED: toContacts,
  SEGMENT_COMPUTED: toSegment,
  SEGMENT_FAILED: toSegment,
  FIELDS_DELETED: (from: From) => toSettings(from, 'fields'),
  FIELD_DELETION_FAILED: (from: From) => toSettings(from, 'fields'),
  EVENTS_DELETED: toEvents,
  EVENT_DELETION_FAILED: toEvents,
  EXECUTIONS_CANCELLED: toExecutions,
  CANCELLATION_FAILED: toExecutions,
  EXECUTIONS_RETRIED: toExecutions,
  RETRY_FAILED: toExecutions,
  CAMPAIGN_SENT: (from: From) => toCampaign(from, actions.results),
  CAMPAIGN_PAUSED: (from: From) => toCampaign(from, actions.campaign),
  WORKFLOW_FAILING: (from: From) => toExecutions(from, 'FAILED'),
  DOMAIN_LOST: toDomain,
  REPUTATION_LOW: (from: From) => toSettings(from, 'security'),
  PROJECT_DISABLED: (from: From) => toSettings(from, from.about.reason === 'PAYMENT_FAILED' ? 'billing' : 'security'),
  USAGE_NEAR_LIMIT: (from: From) => toSettings(from, 'billing'),
  USAGE_AT_LIMIT: (from: From) => toSettings(from, 'billing'),
}

function toImport({ about: { jobId }, projectId }: From) {
  if (jobId === undefined) return null
  const link = linkOptions({ to: '/p/$projectId/contacts/import/$jobId', params: { projectId, jobId } })
  return { label: actions.import, link }
}

function toExported(from: From) {
  switch (from.about.what) {
    case 'contacts':
      return toContacts(from)
    case 'events':
      return toEvents(from)
    case 'suppressions':
      return toSettings(from, 'suppressions')
    default:
      return {
        label: actions.emails,
        link: linkOptions({ to: '/p/$projectId/emails', params: { projectId: from.projectId } }),
      }
  }
}

function toContacts({ projectId }: From) {
  return { label: actions.contacts, link: linkOptions({ to: '/p/$projectId/contacts', params: { projectId } }) }
}

function toEvents({ projectId }: From) {
  return { label: actions.events, link: linkOptions({ to: '/p/$projectId/events', params: { projectId } }) }
}

function toSegment({ about: { segmentId }, projectId }: From) {
  if (segmentId === undefined) return null
  const link = linkOptions({ to: '/p/$projectId/segments/$segmentId', params: { projectId, segmentId } })
  return { label: actions.segment, link }
}

function toSettings({ projectId }: From, part: 'fields' | 'suppressions' | 'security' | 'billing') {
  return {
    label: actions[part],
    link: linkOptions({ to: '/p/$projectId/settings/$part', params: { projectId, part } }),
  }
}

function toExecutions({ about: { workflowId }, projectId }: From, status?: 'FAILED') {
  if (workflowId === undefined) return null
  const params = { projectId, workflowId }
  const link = linkOptions({ to: '/p/$projectId/workflows/$workflowId/executions', params, search: { status } })
  return { label: status === undefined ? actions.executions : actions.failed, link }
}

function toCampaign({ about: { campaignId }, projectId }: From, label: string) {
  if (campaignId === undefined) return null
  return { label, link: linkOptions({ to: '/p/$projectId/campaigns/$campaignId', params: { projectId, campaignId } }) }
}

function toDomain({ about: { domainId }, projectId }: From) {
  if (domainId === undefined) return null
  const link = linkOptions({ to: '/p/$projectId/domains/$domainId', params: { projectId, domainId } })
  return { label: actions.domain, link }
}

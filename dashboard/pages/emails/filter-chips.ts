import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { formatDay } from '../../shared/day.js'
import { useProjectId } from '../../session/project.js'
import type { Chip } from '../../ui/chips.js'
import { ORIGINS, statusesIn, type EmailFilters } from './filters.js'

/** The filters in force, each with the way to take it away. */
export function useFilterChips(filters: EmailFilters, change: (part: EmailFilters) => void): Chip[] {
  const { sourceType, to, startDate, endDate, unsubscribed } = filters
  const names = useNames(filters)
  const statuses = statusesIn(filters.status)
  const chip = (id: keyof EmailFilters, label: string): Chip => ({
    id,
    label,
    removeLabel: t.filters.remove(label),
    onRemove: () => change({ [id]: undefined }),
  })
  return [
    ...statuses.map((status): Chip => ({
      ...chip('status', t.emails.statuses[status]),
      id: status,
      onRemove: () => change({ status: statuses.filter((one) => one !== status).join(',') }),
    })),
    ...(sourceType === undefined ? [] : [chip('sourceType', t.emails.sources[sourceType])]),
    ...ORIGINS.flatMap((origin) => (filters[origin] === undefined ? [] : [chip(origin, names[origin])])),
    ...(to === undefined ? [] : [chip('to', t.emails.chipTo(to))]),
    ...(unsubscribed ? [chip('unsubscribed', t.emails.unsubscribed)] : []),
    ...(startDate === undefined ? [] : [chip('startDate', t.filters.fromDay(formatDay(startDate)))]),
    ...(endDate === undefined ? [] : [chip('endDate', t.filters.toDay(formatDay(endDate)))]),
  ]
}

/** The origin of the emails, by its name once that is known. */
function useNames({ campaignId = '', templateId = '', workflowId = '', contactId = '' }: EmailFilters) {
  const projectId = useProjectId()
  const campaign = useQuery({
    ...read('GET /campaigns/:id', { projectId, params: { id: campaignId } }),
    enabled: campaignId !== '',
  })
  const template = useQuery({
    ...read('GET /templates/:id', { projectId, params: { id: templateId } }),
    enabled: templateId !== '',
  })
  const workflow = useQuery({
    ...read('GET /workflows/:id', { projectId, params: { id: workflowId } }),
    enabled: workflowId !== '',
  })
  const contact = useQuery({
    ...read('GET /contacts/:id', { projectId, params: { id: contactId } }),
    enabled: contactId !== '',
  })
  return {
    campaignId: t.emails.ofCampaign(campaign.data?.name),
    templateId: t.emails.ofTemplate(template.data?.name),
    workflowId: t.emails.ofWorkflow(workflow.data?.name),
    executionId: t.emails.ofExecution,
    contactId: contact.data ? t.filters.contact(contact.data.email) : t.filters.ofContact,
  }
}

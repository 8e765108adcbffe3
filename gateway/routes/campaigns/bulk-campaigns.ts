import { archiveCampaign } from '../../../commands/sending/campaigns/archive-campaign.js'
import { deleteCampaign } from '../../../commands/sending/campaigns/delete-campaign.js'
import { bulkEndpoint } from '../bulk-endpoint.js'

const of = { resource: 'campaign', envelope: 'success' } as const

/** The bulk changes of campaigns. */
export const bulkCampaignRoutes = [
  bulkEndpoint({
    ...of,
    operation: 'archive',
    does: 'Refuses campaigns that are scheduled or being sent.',
    change: ({ projectId, id }) => archiveCampaign({ projectId, campaignId: id }, true),
  }),
  bulkEndpoint({
    ...of,
    operation: 'restore',
    does: 'Campaigns that are not archived stay unchanged.',
    change: ({ projectId, id }) => archiveCampaign({ projectId, campaignId: id }, false),
  }),
  bulkEndpoint({
    ...of,
    operation: 'delete',
    does: 'Deletes each campaign like `DELETE /campaigns/{id}`.',
    change: ({ projectId, id }) => deleteCampaign({ projectId, campaignId: id }),
  }),
]

import { findSetupState } from '../../../commands/reading/activity/setup-state.js'
import { isSubscribed } from '../../../models/domain/billing.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { ProjectParams } from '../../schemas/project.js'
import { SetupStateResponse } from '../../schemas/setup-state.js'

export const getSetupStateRoute = defineEndpoint({
  operationId: 'getSetupState',
  method: 'get',
  path: '/projects/:id/setup-state',
  access: 'memberOrKey',
  summary: 'Get the setup progress of a project',
  request: { params: ProjectParams },
  response: SetupStateResponse,
  envelope: 'success',
  errors: [],
  async handle(_input, { projectId, project }) {
    const { lastCampaignSentAt, ...state } = await findSetupState(projectId)
    return {
      ...state,
      lastCampaignSentAt: lastCampaignSentAt?.toISOString() ?? null,
      hasSubscription: isSubscribed(project.billing?.subscription),
    }
  },
})

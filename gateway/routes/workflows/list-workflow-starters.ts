import { z } from 'zod'
import { chooseLanguage } from '../../../models/domain/choose-language.js'
import { workflowStartersIn } from '../../../models/domain/workflow-starters/starters.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { StarterQuery } from '../../schemas/starter.js'
import { WorkflowStarterResponse } from '../../schemas/workflow-starter.js'

export const listWorkflowStartersRoute = defineEndpoint({
  operationId: 'listWorkflowStarters',
  method: 'get',
  path: '/workflows/starters',
  access: 'project',
  summary: 'List the workflows to start from',
  description:
    'The same for every project, in the languages of `GET /config`. Create a workflow and its templates from one with ' +
    '`POST /workflows` and its `id` as `starter`.',
  request: { query: StarterQuery },
  response: z.array(WorkflowStarterResponse),
  errors: [],
  async handle({ query }, { project }) {
    const language = chooseLanguage({ locale: query.language, projectLanguage: project.language })
    return workflowStartersIn(language).map(({ steps, ...starter }) => {
      return { ...starter, steps: steps.map(({ type, name }) => ({ type, name })) }
    })
  },
})

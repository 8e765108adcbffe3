import { z } from 'zod'
import { chooseLanguage } from '../../../models/domain/choose-language.js'
import { startersIn } from '../../../models/domain/design/starters/starters.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { StarterQuery, StarterResponse } from '../../schemas/starter.js'

export const listStartersRoute = defineEndpoint({
  operationId: 'listStarters',
  method: 'get',
  path: '/designs/starters',
  access: 'project',
  summary: 'List the designs to start from',
  description:
    'The same for every project, in the languages of `GET /config`. Create a template from one with `POST /templates` ' +
    'and its `id` as `starter`.',
  request: { query: StarterQuery },
  response: z.array(StarterResponse),
  errors: [],
  handle: async ({ query }, { project }) =>
    startersIn(chooseLanguage({ locale: query.language, projectLanguage: project.language })),
})

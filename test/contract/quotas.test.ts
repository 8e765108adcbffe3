import { expect } from 'chai'
import { endpointName, type AnyEndpoint } from '../../gateway/http/endpoint.js'
import { allEndpoints } from '../../gateway/routes/index.js'

/** The endpoints that create something without a quota, each with the reason. */
const WITHOUT_QUOTA: Record<string, string> = {
  'POST /auth/signup': 'an account belongs to no project, and sign-ups of a network are limited',
  'POST /users/@me/projects': 'MAX_PROJECTS_PER_USER',
  'POST /users/@me/projects/:id/reset': 'one erasure of a project at a time',
  'DELETE /users/@me/projects/:id': 'one erasure of a project at a time',
  'POST /contacts': 'what the installation is there for',
  'POST /events/track': 'what the installation is there for',
  'POST /campaigns': 'what the installation is there for',
  'POST /campaigns/:id/duplicate': 'what the installation is there for',
  'POST /workflows/:id/executions': 'what the installation is there for',
  'POST /projects/:id/test-addresses': 'a project has five of them at most',
  'POST /views': 'a user and a project have a limited number of views',
  'POST /suppressions': 'a deny list that is full would let mail out',
  'POST /workflows/:id/steps': 'a workflow has a limited number of steps',
  'POST /workflows/:id/transitions': 'a workflow has a limited number of transitions',
}

describe('the quotas of what a project creates', () => {
  const creates = ({ method, status, statuses = [] }: AnyEndpoint): boolean =>
    method !== 'get' && [status, ...statuses].some((one) => one === 201 || one === 202)

  it('are declared by every endpoint that creates something, but for those with a reason', () => {
    const without = allEndpoints.filter((endpoint) => creates(endpoint) && !endpoint.quota).map(endpointName)
    expect(without.sort()).to.deep.equal(Object.keys(WITHOUT_QUOTA).sort())
  })
})

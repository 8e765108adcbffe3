import { expect } from 'chai'
import { endpointName } from '../../gateway/http/endpoint.js'
import { allEndpoints } from '../../gateway/routes/index.js'
import type { Role } from '../../models/member.js'

/** What a member of each role may not do, written by hand and not from the code. Every role may do all the rest. */
const RESERVED: Record<string, readonly Role[]> = {
  'PATCH /users/@me/projects/:id': ['OWNER', 'ADMIN'],
  'POST /users/@me/projects/:id/regenerate-keys': ['OWNER', 'ADMIN'],
  'POST /users/@me/projects/:id/reset': ['OWNER', 'ADMIN'],
  'DELETE /users/@me/projects/:id': ['OWNER'],
  'POST /users/@me/projects/:id/checkout': ['OWNER', 'ADMIN'],
  'POST /users/@me/projects/:id/billing-portal': ['OWNER', 'ADMIN'],
  'GET /users/@me/projects/:id/billing-limits': ['OWNER', 'ADMIN'],
  'PUT /users/@me/projects/:id/billing-limits': ['OWNER', 'ADMIN'],
  'GET /users/@me/projects/:id/billing-consumption': ['OWNER', 'ADMIN'],
  'GET /users/@me/projects/:id/billing-invoices': ['OWNER', 'ADMIN'],
  'GET /projects/:id/webhook-secret': ['OWNER', 'ADMIN'],
  'POST /projects/:id/members': ['OWNER', 'ADMIN'],
  'PATCH /projects/:id/members/:userId': ['OWNER', 'ADMIN'],
  'DELETE /projects/:id/invitations/:invitation': ['OWNER', 'ADMIN'],
  'GET /projects/:id/keys': ['OWNER', 'ADMIN'],
  'POST /projects/:id/keys': ['OWNER', 'ADMIN'],
  'PATCH /projects/:id/keys/:keyId': ['OWNER', 'ADMIN'],
  'DELETE /projects/:id/keys/:keyId': ['OWNER', 'ADMIN'],
  'POST /projects/:id/keys/:keyId/rotate': ['OWNER', 'ADMIN'],
  'POST /domains': ['OWNER', 'ADMIN'],
  'GET /domains/:id/verify': ['OWNER', 'ADMIN'],
  'DELETE /domains/:id': ['OWNER', 'ADMIN'],
}

describe('what members of each role may do', () => {
  const isInProject = ({ access }: { access: string }) => ['project', 'member', 'memberOrKey'].includes(access)
  const inProjects = allEndpoints.filter(isInProject)

  it('is what the endpoints declare, of which each is tried with each role elsewhere', () => {
    const declared = inProjects.flatMap((endpoint) =>
      endpoint.roles ? [[endpointName(endpoint), endpoint.roles]] : [],
    )
    expect(Object.fromEntries(declared)).to.deep.equal(RESERVED)
  })

  it('is nothing outside of projects, where nobody has a role', () => {
    const others = allEndpoints.filter((endpoint) => !isInProject(endpoint))
    expect(others.filter(({ roles }) => roles).map(endpointName)).to.deep.equal([])
    expect(inProjects).not.to.have.length(0)
  })
})

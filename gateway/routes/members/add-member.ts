import { addMember as add } from '../../../commands/members/members.js'
import { inviteByMail } from '../../../commands/members/invite-by-mail.js'
import { platformSettings } from '../../../commands/platform/platform.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { reply } from '../../http/response/reply.js'
import { AddedMemberResponse, NewMember } from '../../schemas/member.js'
import { ProjectParams } from '../../schemas/project.js'

export const addMember = defineEndpoint({
  operationId: 'addMember',
  method: 'post',
  path: '/projects/:id/members',
  access: 'member',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Let an address join a project',
  description:
    'An account whose address is proved is a member at once (200). Any other address is invited (201), by mail where the installation sends mail to users, and joins when it signs up.',
  example: { body: { email: 'joan@example.com', role: 'MEMBER' } },
  request: { params: ProjectParams, body: NewMember },
  response: AddedMemberResponse,
  statuses: [200, 201],
  envelope: 'success',
  quota: 'invitations',
  errors: ['FORBIDDEN', 'CONFLICT'],
  async handle({ body }, { projectId, project, services }) {
    const added = await add(projectId, body.email, body.role)
    if (!added.pending) return reply(200, added)
    services.relay.enqueue(await inviteByMail(added.email, project, platformSettings(services.config)))
    return reply(201, added)
  },
})

import { addMember } from '../../../commands/accounts/members/add-member.js'
import { platformSettings } from '../../../commands/sending/platform-mail/platform.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { reply } from '../../http/response/reply.js'
import { AddedMemberResponse, NewMember } from '../../schemas/member.js'
import { ProjectParams } from '../../schemas/project.js'

export const addMemberRoute = defineEndpoint({
  operationId: 'addMember',
  method: 'post',
  path: '/projects/:id/members',
  access: 'member',
  effect: 'acts',
  roles: ['OWNER', 'ADMIN'],
  summary: 'Invite or add a member',
  description:
    'If the installation sends email to users, the address gets an invitation by email (201), with or without an ' +
    'account, and joins through the link in it. A second invitation, or another role, renews the invitation. Only ' +
    'users with a confirmed address can invite, and emails are limited per user, project and address. Without email ' +
    'to users, an account with a confirmed address becomes a member immediately (200), and any other address is ' +
    'invited (201) and joins when it signs up. An invitation expires after seven days.',
  example: { body: { email: 'joan@example.com', role: 'MEMBER' } },
  request: { params: ProjectParams, body: NewMember },
  response: AddedMemberResponse,
  statuses: [200, 201],
  envelope: 'success',
  quota: 'invitations',
  errors: ['FORBIDDEN', 'EMAIL_VERIFICATION_REQUIRED', 'CONFLICT', 'QUOTA_EXCEEDED', 'RATE_LIMIT_EXCEEDED'],
  async handle({ body }, { project, caller, services }) {
    const wanted = { project, invitedBy: caller.userId, address: body.email, role: body.role }
    const added = await addMember(wanted, platformSettings(services.config))
    return reply(added.pending ? 201 : 200, added)
  },
})

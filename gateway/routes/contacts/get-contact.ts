import { z } from 'zod'
import { suppressionOf } from '../../../commands/sending/emails/suppression-of.js'
import { Contact } from '../../../models/contact.js'
import { notFound } from '../../../models/domain/errors.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { presentDetail } from '../../presenters/listed-contacts.js'
import { ContactDetailResponse } from '../../schemas/contact.js'
import { resourceId } from '../../schemas/ids.js'

export const getContactRoute = defineEndpoint({
  operationId: 'getContact',
  method: 'get',
  path: '/contacts/:id',
  access: 'project',
  summary: 'Get a contact',
  request: { params: z.object({ id: resourceId('contact') }) },
  response: ContactDetailResponse,
  errors: ['CONTACT_NOT_FOUND'],
  async handle({ params }, { projectId }) {
    const contact = await Contact.findOne({ _id: params.id, projectId }).lean()
    if (!contact) throw notFound('contact', params.id)
    const suppression = await suppressionOf(projectId, contact.email)
    return presentDetail(contact, suppression)
  },
})

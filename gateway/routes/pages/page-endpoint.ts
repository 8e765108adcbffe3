import { Media } from '../../http/endpoint.js'
import { errorPage } from '../../pages/error-page.js'

/** The common part of the declarations of pages. */
export const pageEndpoint = {
  access: 'open',
  response: new Media('text/html'),
  errorPage,
  errors: ['RESOURCE_NOT_FOUND'],
} as const

/** The same for recipients' pages. Requests for them are never refused; no other page inherits that. */
export const recipientPage = { ...pageEndpoint, limit: { exempt: 'recipient page' } } as const

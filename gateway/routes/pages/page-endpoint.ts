import { Media } from '../../http/endpoint.js'
import { errorPage } from '../../pages/error-page.js'

/** The common part of the declarations of the recipients' pages. */
export const pageEndpoint = {
  access: 'open',
  limit: { exempt: 'recipient page' },
  response: new Media('text/html'),
  errorPage,
  errors: ['RESOURCE_NOT_FOUND'],
} as const

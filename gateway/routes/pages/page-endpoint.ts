import { Media } from '../../http/endpoint.js'
import { errorPage } from '../../pages/error-page.js'

/** The common part of the declarations of pages. */
export const pageEndpoint = {
  access: 'open',
  response: new Media('text/html'),
  errorPage,
  errors: ['RESOURCE_NOT_FOUND'],
} as const

/** The same of the recipients' pages, which are never refused; no other page has that by inheritance. */
export const recipientPage = { ...pageEndpoint, limit: { exempt: 'recipient page' } } as const

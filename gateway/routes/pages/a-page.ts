import { Media } from '../../http/endpoint.js'
import { errorPage } from '../../pages/error-page.js'

/** What the endpoints of the recipients' pages have in common. */
export const aPage = {
  access: 'open',
  isUnlimited: true,
  response: new Media('text/html'),
  errorPage,
  errors: ['RESOURCE_NOT_FOUND'],
} as const

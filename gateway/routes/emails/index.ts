import type { AnyEndpoint } from '../../http/endpoint.js'
import { getEmailContentRoute } from './get-email-content.js'
import { getEmailRoute } from './get-email.js'
import { listEmailsRoute } from './list-emails.js'
import { sendEmailAgainRoute } from './send-email-again.js'

export const emailEndpoints: AnyEndpoint[] = [listEmailsRoute, getEmailRoute, getEmailContentRoute, sendEmailAgainRoute]

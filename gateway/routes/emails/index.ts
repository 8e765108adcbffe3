import type { AnyEndpoint } from '../../http/endpoint.js'
import { getEmail } from './get-email.js'
import { listEmails } from './list-emails.js'

export const emailEndpoints: AnyEndpoint[] = [listEmails, getEmail]

import type { AnyEndpoint } from '../../http/endpoint.js'
import { sendEmail } from './send-email.js'

export const sendEndpoints: AnyEndpoint[] = [sendEmail]

import type { AnyEndpoint } from '../../http/endpoint.js'
import { sendEmailRoute } from './send-email.js'

export const sendEndpoints: AnyEndpoint[] = [sendEmailRoute]

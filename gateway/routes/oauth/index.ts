import type { AnyEndpoint } from '../../http/endpoint.js'
import { beginOauth } from './begin-oauth.js'
import { finishOauth } from './finish-oauth.js'

export const oauthEndpoints: AnyEndpoint[] = [beginOauth, finishOauth]

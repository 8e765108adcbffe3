import type { AnyEndpoint } from '../../http/endpoint.js'
import { beginOauth, connectOauth } from './begin-oauth.js'
import { finishOauth } from './finish-oauth.js'

export const oauthEndpoints: AnyEndpoint[] = [beginOauth, connectOauth, finishOauth]

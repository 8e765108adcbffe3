import type { AnyEndpoint } from '../../http/endpoint.js'
import { beginOauthRoute, connectOauthRoute } from './begin-oauth.js'
import { finishOauthRoute } from './finish-oauth.js'

export const oauthEndpoints: AnyEndpoint[] = [beginOauthRoute, connectOauthRoute, finishOauthRoute]

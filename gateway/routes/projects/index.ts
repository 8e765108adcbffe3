import type { AnyEndpoint } from '../../http/endpoint.js'
import { getSecurity } from './get-security.js'
import { getSetupState } from './get-setup-state.js'

export const projectEndpoints: AnyEndpoint[] = [getSecurity, getSetupState]

import type { AnyEndpoint } from '../../http/endpoint.js'
import { changePassword } from './change-password.js'
import { getOauthConfig } from './get-oauth-config.js'
import { logIn } from './log-in.js'
import { followLogOut, logOut } from './log-out.js'
import { signUp } from './sign-up.js'

export const authEndpoints: AnyEndpoint[] = [logIn, signUp, logOut, followLogOut, changePassword, getOauthConfig]

import type { AnyEndpoint } from '../../http/endpoint.js'
import {
  answerResetPageRoute,
  answerVerificationPageRoute,
  showResetPageRoute,
  showVerificationPageRoute,
} from './account-pages.js'
import { answerManagePageRoute, answerSubscribePageRoute, answerUnsubscribePageRoute } from './answer-pages.js'
import { answerInvitationPageRoute, showInvitationPageRoute } from './invitation-page.js'
import { answerTestAddressPageRoute, showTestAddressPageRoute } from './test-address-page.js'
import { showManagePageRoute, showSubscribePageRoute, showUnsubscribePageRoute } from './show-pages.js'

export const pageEndpoints: AnyEndpoint[] = [
  showUnsubscribePageRoute,
  answerUnsubscribePageRoute,
  showSubscribePageRoute,
  answerSubscribePageRoute,
  showManagePageRoute,
  answerManagePageRoute,
  showVerificationPageRoute,
  answerVerificationPageRoute,
  showResetPageRoute,
  answerResetPageRoute,
  showInvitationPageRoute,
  answerInvitationPageRoute,
  showTestAddressPageRoute,
  answerTestAddressPageRoute,
]

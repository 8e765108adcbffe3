import type { AnyEndpoint } from '../../http/endpoint.js'
import { answerResetPage, answerVerificationPage, showResetPage, showVerificationPage } from './account-pages.js'
import { answerManagePage, answerSubscribePage, answerUnsubscribePage } from './answer-pages.js'
import { answerInvitationPage, showInvitationPage } from './invitation-page.js'
import { showManagePage, showSubscribePage, showUnsubscribePage } from './show-pages.js'

export const pageEndpoints: AnyEndpoint[] = [
  showUnsubscribePage,
  answerUnsubscribePage,
  showSubscribePage,
  answerSubscribePage,
  showManagePage,
  answerManagePage,
  showVerificationPage,
  answerVerificationPage,
  showResetPage,
  answerResetPage,
  showInvitationPage,
  answerInvitationPage,
]

import type { AnyEndpoint } from '../../http/endpoint.js'
import { answerManagePage } from './answer-manage-page.js'
import { answerSubscribePage } from './answer-subscribe-page.js'
import { answerUnsubscribePage } from './answer-unsubscribe-page.js'
import { showManagePage } from './show-manage-page.js'
import { showSubscribePage } from './show-subscribe-page.js'
import { showUnsubscribePage } from './show-unsubscribe-page.js'

export const pageEndpoints: AnyEndpoint[] = [
  showUnsubscribePage,
  answerUnsubscribePage,
  showSubscribePage,
  answerSubscribePage,
  showManagePage,
  answerManagePage,
]

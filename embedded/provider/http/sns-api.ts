import type { Subscription } from '../notifications/subscription.js'
import type { Topic } from '../notifications/sns-envelope.js'
import { sendBytes, sendJson, type Exchange } from './respond.js'
import type { Route } from './router.js'

/** The signing certificate, and the confirmation of the subscription. */
export function snsRoutes(topic: Topic, subscription: Subscription): Route[] {
  return [
    {
      method: 'GET',
      path: '/sns/certificate.pem',
      handle: ({ res }) => sendBytes(res, 200, 'application/x-pem-file', Buffer.from(topic.key.certificate)),
    },
    { method: 'GET', path: '/sns/confirm', handle: (exchange) => confirm(exchange, topic, subscription) },
  ]
}

function confirm({ res, query }: Exchange, topic: Topic, subscription: Subscription): void {
  if (query.get('Token') !== subscription.token || query.get('TopicArn') !== topic.arn) {
    return sendJson(res, 400, { error: { code: 'BAD_REQUEST', message: 'Unknown topic or token' } })
  }
  const xml =
    '<ConfirmSubscriptionResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><ConfirmSubscriptionResult>' +
    `<SubscriptionArn>${topic.arn}:local</SubscriptionArn>` +
    '</ConfirmSubscriptionResult></ConfirmSubscriptionResponse>'
  sendBytes(res, 200, 'text/xml', Buffer.from(xml))
}

import type { Topic } from '../notifications/sns-envelope.js'
import { sendJson, type Exchange } from './respond.js'
import type { Route } from './router.js'
import { SesRefusal, sendRefusal } from './ses-refusal.js'

/** The only configuration set of the local provider. */
export const CONFIGURATION_SET = 'posthorn'

const EVENT_TYPES = ['SEND', 'DELIVERY', 'BOUNCE', 'COMPLAINT']

/** The calls by which SES describes a configuration set and where it publishes its events. */
export function configurationSetRoutes(topic: Topic): Route[] {
  const destination = {
    Name: 'gateway',
    Enabled: true,
    MatchingEventTypes: EVENT_TYPES,
    SnsDestination: { TopicArn: topic.arn },
  }
  return [
    {
      method: 'GET',
      path: /^\/v2\/email\/configuration-sets\/([^/]+)$/,
      handle: (exchange) =>
        answer(exchange, (name) => ({ ConfigurationSetName: name, SendingOptions: { SendingEnabled: true } })),
    },
    {
      method: 'GET',
      path: /^\/v2\/email\/configuration-sets\/([^/]+)\/event-destinations$/,
      handle: (exchange) => answer(exchange, () => ({ EventDestinations: [destination] })),
    },
  ]
}

function answer({ res, params }: Exchange, describe: (name: string) => object): void {
  const name = decodeURIComponent(params[0] ?? '')
  if (name === CONFIGURATION_SET) return sendJson(res, 200, describe(name))
  sendRefusal(res, new SesRefusal('NotFoundException', `Configuration set <${name}> does not exist.`))
}

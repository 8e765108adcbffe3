import { z } from 'zod'
import { VERSION } from '../../../runtime/version.js'
import { offersProvider } from '../../oauth/providers.js'
import { defineEndpoint } from '../../http/endpoint.js'

const flag = (isOn = false) => z.boolean().meta({ examples: [isOn] })
const Switch = z.object({ enabled: flag() }).meta({ title: 'Switch' })

/** The settings that a dashboard needs before anybody signs in. */
const ConfigResponse = z
  .object({
    environment: z.string().meta({ examples: ['production'] }),
    version: z.string().meta({ examples: ['0.1.0'] }),
    urls: z.object({ api: z.string(), dashboard: z.string().nullable(), temporalUi: z.string().nullable() }),
    features: z.object({
      billing: Switch,
      storage: Switch,
      authProviders: z.object({ github: flag(), google: flag() }).meta({ title: 'OfferedProviders' }),
      signup: z.object({ disabled: flag() }),
      email: z.object({ provider: z.enum(['ses', 'smtp', 'log']), tracking: flag(true) }),
      inbound: z.object({ enabled: flag(true) }),
    }),
    aws: z.object({ region: z.string().nullable(), mailFromSubdomain: z.string().nullable() }),
  })
  .meta({ id: 'Config' })

export const getConfigRoute = defineEndpoint({
  operationId: 'getConfig',
  method: 'get',
  path: '/config',
  access: 'open',
  summary: 'Get what this installation offers',
  response: ConfigResponse,
  errors: [],
  async handle(_input, { services: { config, billing } }) {
    const { EMAIL_PROVIDER: provider, INBOUND_SMTP_PORT, SNS_TOPIC_ARNS } = config
    const isSes = provider === 'ses'
    return {
      environment: config.NODE_ENV,
      version: VERSION,
      urls: {
        api: config.GATEWAY_URL,
        dashboard: config.DASHBOARD_URL ?? null,
        temporalUi: config.TEMPORAL_UI_URL ?? null,
      },
      features: {
        billing: { enabled: billing !== null },
        storage: { enabled: true },
        authProviders: { github: offersProvider('github', config), google: offersProvider('google', config) },
        signup: { disabled: config.DISABLE_SIGNUPS },
        email: { provider, tracking: true },
        inbound: { enabled: INBOUND_SMTP_PORT > 0 || SNS_TOPIC_ARNS.length > 0 },
      },
      aws: {
        region: isSes ? config.AWS_REGION : null,
        mailFromSubdomain: isSes ? config.MAIL_FROM_SUBDOMAIN : null,
      },
    }
  },
})

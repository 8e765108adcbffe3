import { z } from 'zod'
import { dashboardUrl } from '../../../commands/sending/platform-mail/link-to.js'
import { LANGUAGES } from '../../../models/domain/choose-language.js'
import { MAX_STEPS } from '../../../models/domain/workflow-graph.js'
import { VERSION } from '../../../runtime/version.js'
import { offersProvider } from '../../oauth/providers.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { importLimitBytes, MAX_IMAGE_BYTES, MAX_RECIPIENTS } from '../../schemas/limits.js'

const MB = 1024 * 1024

const flag = (isOn = false) => z.boolean().meta({ examples: [isOn] })
const limit = (example: number) => z.int().meta({ examples: [example] })
const Switch = z.object({ enabled: flag() }).meta({ title: 'Switch' })

/** What a request may hold at most, so that a form can tell before it sends one. Sizes are in bytes. */
const Limits = z
  .object({
    recipients: limit(1_000).meta({ description: 'Limit for one `POST /v1/send`.' }),
    attachments: limit(10),
    attachmentBytes: limit(10 * MB).meta({ description: 'Total limit for the attachments of one email.' }),
    importBytes: limit(200 * MB),
    imageBytes: limit(10 * MB),
    workflowSteps: limit(MAX_STEPS),
    requestsPerMinute: limit(1_000).meta({ description: 'Limit for a secret key and for a signed-in user.' }),
  })
  .meta({ title: 'Limits' })

/** The settings that a dashboard needs before anybody signs in. */
const ConfigResponse = z
  .object({
    environment: z.string().meta({ examples: ['production'] }),
    version: z.string().meta({ examples: ['0.1.0'] }),
    urls: z.object({
      api: z.string(),
      dashboard: z.string(),
      temporalUi: z.string().nullable(),
      inbox: z
        .string()
        .nullable()
        .meta({
          description: 'The local inbox that receives all email of this installation; null if email is really sent.',
          examples: [null],
        }),
    }),
    features: z.object({
      billing: Switch,
      storage: Switch,
      authProviders: z.object({ github: flag(), google: flag() }).meta({ title: 'OfferedProviders' }),
      signup: z.object({ disabled: flag() }),
      email: z.object({ provider: z.enum(['ses', 'smtp', 'log']), tracking: flag(true) }),
      inbound: z.object({ enabled: flag(true) }),
    }),
    temporal: z.object({
      namespace: z.string().meta({
        description:
          'Together with `urls.temporalUi` and an execution id, it forms the URL of that execution in the Temporal UI.',
        examples: ['default'],
      }),
    }),
    languages: z.array(z.enum(LANGUAGES)).meta({
      description: 'Languages of footers, hosted pages and emails to users.',
      examples: [['en', 'de']],
    }),
    limits: Limits,
    aws: z.object({ region: z.string().nullable(), mailFromSubdomain: z.string().nullable() }),
  })
  .meta({ id: 'Config' })

export const getConfigRoute = defineEndpoint({
  operationId: 'getConfig',
  method: 'get',
  path: '/config',
  access: 'open',
  summary: 'Get the configuration of this installation',
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
        dashboard: dashboardUrl(config),
        temporalUi: config.TEMPORAL_UI_URL ?? null,
        inbox: config.INBOX_URL ?? null,
      },
      features: {
        billing: { enabled: billing !== null },
        storage: { enabled: true },
        authProviders: { github: offersProvider('github', config), google: offersProvider('google', config) },
        signup: { disabled: config.DISABLE_SIGNUPS },
        email: { provider, tracking: true },
        inbound: { enabled: INBOUND_SMTP_PORT > 0 || SNS_TOPIC_ARNS.length > 0 },
      },
      temporal: { namespace: config.TEMPORAL_NAMESPACE },
      languages: [...LANGUAGES],
      limits: {
        recipients: MAX_RECIPIENTS,
        attachments: config.MAX_ATTACHMENTS_COUNT,
        attachmentBytes: Math.floor(config.MAX_ATTACHMENT_SIZE_MB * MB),
        importBytes: importLimitBytes(config),
        imageBytes: MAX_IMAGE_BYTES,
        workflowSteps: MAX_STEPS,
        requestsPerMinute: config.RATE_LIMIT_PER_MINUTE,
      },
      aws: {
        region: isSes ? config.AWS_REGION : null,
        mailFromSubdomain: isSes ? config.MAIL_FROM_SUBDOMAIN : null,
      },
    }
  },
})

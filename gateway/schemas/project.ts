import { z } from 'zod'
import { DISABLED_REASONS } from '../../models/project.js'
import { BrandField } from './brand.js'
import { DateTime } from './date.js'
import { idOf, resourceId } from './ids.js'
import { ProjectUtmField, UtmResponse } from './liquid.js'
import { Locale } from './locale.js'
import { oneLineNameUpTo } from './text.js'
import { TimeZone } from './time-zone.js'

const MAX_NAME_LENGTH = 100
const EXAMPLE_DIGITS = '0123456789abcdef'.repeat(4)
const TRACKING = ['ENABLED', 'DISABLED', 'MARKETING_ONLY'] as const

const MAY_RESUBSCRIBE =
  'Whether `subscribed: true` with the public key resubscribes contacts who opted out. If false, it applies to new ' +
  'contacts only. Choose false if a web page contains the key, because anyone can use it.'

const ProjectName = oneLineNameUpTo(MAX_NAME_LENGTH)

const LastUse = DateTime.nullable().optional().meta({ description: 'When the key was last used, to the hour.' })

/** A project as the API shows it to its members; only an OWNER and an ADMIN see the keys. */
export const ProjectResponse = z
  .object({
    id: idOf('project'),
    name: z.string().meta({ examples: ['Acme'] }),
    public: z
      .string()
      .optional()
      .meta({ examples: [`pk_${EXAMPLE_DIGITS}`] }),
    publicLastUsedAt: LastUse,
    secret: z
      .string()
      .optional()
      .meta({ examples: [`sk_${EXAMPLE_DIGITS}`] }),
    secretLastUsedAt: LastUse,
    disabled: z.boolean().meta({ examples: [false] }),
    disabledReason: z.enum(DISABLED_REASONS).nullable(),
    language: z.string().meta({ examples: ['en'] }),
    tracking: z.enum(TRACKING),
    timezone: z.string().meta({ examples: ['Europe/Berlin'] }),
    publicKeyMayResubscribe: z.boolean().meta({ description: MAY_RESUBSCRIBE, examples: [true] }),
    brand: BrandField,
    utm: UtmResponse.pick({ source: true, medium: true })
      .nullable()
      .meta({ description: 'UTM parameters of new campaigns. Null without any.', examples: [null] }),
    webhookSecret: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'The secret that signs the webhooks of workflows, as specified by Standard Webhooks.' }),
    role: z.enum(['OWNER', 'ADMIN', 'MEMBER']),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Project' })

/** The secret that signs the webhooks of a project. */
export const WebhookSecretResponse = z
  .object({ webhookSecret: z.string().meta({ examples: ['whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='] }) })
  .meta({ id: 'WebhookSecret' })

/** The path of one project of the user. */
export const ProjectParams = z.object({ id: resourceId('project') })

/** A reset or deletion that continues after the answer. */
export const ErasureAccepted = z
  .object({
    success: z.literal(true),
    message: z.string().meta({ examples: ['Project is being deleted'] }),
    jobId: idOf('job'),
  })
  .meta({ id: 'ErasureAccepted' })

/** The project to create. */
export const NewProject = z.object({ name: ProjectName }).meta({ id: 'ProjectInput' })

/** The fields of a project to change; an omitted field stays as it is. */
export const ProjectPatch = z
  .object({
    name: ProjectName,
    language: Locale,
    tracking: z.enum(TRACKING),
    timezone: TimeZone,
    publicKeyMayResubscribe: z.boolean().meta({ description: MAY_RESUBSCRIBE }),
    brand: BrandField.nullable().meta({ description: 'Replaces the whole brand. Null removes it.' }),
    utm: ProjectUtmField.nullable().meta({
      description: 'UTM parameters that new campaigns get in place of missing ones. Null removes them.',
    }),
  })
  .partial()
  .meta({ id: 'ProjectPatch' })

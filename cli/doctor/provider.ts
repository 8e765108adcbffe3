import { awsCredentialsOf } from '../../activities/providers/aws-credentials.js'
import { ProviderError } from '../../activities/providers/provider.js'
import {
  createSesInspection,
  type SesAccount,
  type SesConfigurationSet,
} from '../../activities/providers/ses/ses-account.js'
import { greetSmtp, type SmtpGreeting } from '../../activities/providers/smtp/greeting.js'
import { smtpServerOf } from '../../activities/providers/smtp/smtp-server.js'
import { fault, ok, reasonOf, warning, type Area, type Examine, type Finding } from './examination.js'
import { whyUnresolved } from './host-names.js'
import type { ValidSettings } from '../../runtime/config.js'

const ANSWER_WITHIN_MS = 4_000
const MIB = 2 ** 20
// Attachments of 10 MB, the default, take a third more in base64.
const LEAST_MESSAGE_MIB = 14
const NEEDED_EVENTS = ['SEND', 'DELIVERY', 'BOUNCE', 'COMPLAINT']

/** The service that takes messages from the workers. No message is sent. */
export const providerArea: Area = async (settings, examine) => {
  const { EMAIL_PROVIDER: provider } = settings
  if (provider === 'ses') await sesChecks(settings, examine)
  if (provider === 'smtp' && settings.SMTP_URL) await smtpChecks(settings, settings.SMTP_URL, examine)
  if (provider === 'log') await examine('email provider', () => logProvider(settings))
}

function logProvider({ NODE_ENV }: ValidSettings): Finding {
  const found = 'EMAIL_PROVIDER is log: messages are accepted but not delivered'
  const remedy = 'Set EMAIL_PROVIDER=ses, or EMAIL_PROVIDER=smtp and SMTP_URL.'
  return NODE_ENV === 'production' ? fault(found, remedy) : warning(found, remedy)
}

async function sesChecks(settings: ValidSettings, examine: Examine): Promise<void> {
  const { AWS_REGION: region = '', SES_ENDPOINT: endpoint, SES_CONFIGURATION_SET: name } = settings
  const remedy = sesRemedy(region, endpoint)
  const ses = createSesInspection({ region, endpoint, credentials: awsCredentialsOf(settings) }, ANSWER_WITHIN_MS)
  try {
    await Promise.all([
      examine('SES account', () => explained(async () => account(await ses.account(), region), remedy)),
      examine('SES configuration set', () =>
        name
          ? explained(async () => configurationSet(await ses.configurationSet(name), name, settings), remedy)
          : withoutSet(),
      ),
    ])
  } finally {
    ses.close()
  }
}

const sesRemedy = (region: string, endpoint = 'AWS'): string =>
  'Check the AWS credentials of the workers. Their policy requires ses:SendEmail, ses:SendRawEmail, ses:GetAccount, ' +
  `ses:GetConfigurationSet and ses:GetConfigurationSetEventDestinations, and at AWS_REGION (${region}) and ` +
  `SES_ENDPOINT (${endpoint}).`

function account({ isSendingEnabled, isSandbox, enforcement, quota }: SesAccount, region: string): Finding {
  const { aDay, aSecond, sentLastDay } = quota
  const limit = (value: number): string => (Number.isFinite(value) ? String(value) : 'unlimited')
  const found = `region ${region}, ${limit(aSecond)} a second, ${sentLastDay} of ${limit(aDay)} in the last day`
  if (!isSendingEnabled || enforcement === 'SHUTDOWN') {
    return fault(
      `sending is disabled (${enforcement}); ${found}`,
      'Check the SES account dashboard and contact AWS support.',
    )
  }
  if (enforcement !== 'HEALTHY')
    return warning(
      `the account is under review (${enforcement}); ${found}`,
      'Reduce bounces and complaints; see the SES account dashboard.',
    )
  if (isSandbox) {
    return warning(
      `the account is in the sandbox: only verified addresses receive mail; ${found}`,
      'Request production access in the SES account dashboard.',
    )
  }
  if (sentLastDay > aDay * 0.9)
    return warning(`the daily quota is nearly used up; ${found}`, 'Request a higher quota in AWS Service Quotas.')
  return ok(`sending is enabled; ${found}`)
}

function withoutSet(): Finding {
  return warning(
    'SES_CONFIGURATION_SET is not set: SES publishes no events, and bounces and complaints stay unknown',
    'Create a configuration set with an SNS topic as event destination, and set SES_CONFIGURATION_SET and ' +
      'SNS_TOPIC_ARNS.',
  )
}

function configurationSet(
  set: SesConfigurationSet | null,
  name: string,
  { SNS_TOPIC_ARNS: ours = [] }: ValidSettings,
): Finding {
  if (!set) {
    return fault(
      `the configuration set ${name} does not exist: SES rejects every message`,
      `aws sesv2 create-configuration-set --configuration-set-name ${name}, or correct SES_CONFIGURATION_SET or AWS_REGION.`,
    )
  }
  if (!set.isSendingEnabled) {
    return fault(
      `sending is disabled for the configuration set ${name}`,
      `aws sesv2 put-configuration-set-sending-options --configuration-set-name ${name} --sending-enabled`,
    )
  }
  const events = set.topics.filter(({ arn }) => ours.includes(arn)).flatMap(({ eventTypes }) => eventTypes)
  const missing = NEEDED_EVENTS.filter((type) => !events.includes(type))
  if (missing.length === 0) return ok(`${name} publishes ${NEEDED_EVENTS.join(', ')} to a topic of SNS_TOPIC_ARNS`)
  const found =
    events.length === 0
      ? `${name} publishes no events to a topic of SNS_TOPIC_ARNS: bounces and complaints stay unknown`
      : `${name} does not publish ${missing.join(', ')} to a topic of SNS_TOPIC_ARNS`
  return fault(
    found,
    `Give ${name} an enabled event destination to an SNS topic of SNS_TOPIC_ARNS with ${NEEDED_EVENTS.join(', ')} (aws sesv2 create-configuration-set-event-destination).`,
  )
}

async function smtpChecks(settings: ValidSettings, url: string, examine: Examine): Promise<void> {
  const server = smtpServerOf({ ...settings, SMTP_URL: url })
  await examine('SMTP server', async () => {
    const unresolved = await whyUnresolved(server.host)
    if (unresolved)
      return fault(`the host of SMTP_URL does not resolve: ${unresolved}`, 'Correct the host in SMTP_URL.')
    return explained(async () => greeting(await greetSmtp(server, ANSWER_WITHIN_MS), server.tls), SMTP_REMEDY)
  })
}

const SMTP_REMEDY =
  'Correct SMTP_URL (user, password, host, port; %40 for an @ in the user) or SMTP_TLS; NODE_EXTRA_CA_CERTS adds ' +
  'your own certificate authority.'

function greeting({ isEncrypted, isAuthenticated, sizeLimitBytes }: SmtpGreeting, tls: string): Finding {
  const size =
    sizeLimitBytes === null ? 'no size limit reported' : `messages up to ${Math.floor(sizeLimitBytes / MIB)} MiB`
  const found = [isEncrypted ? 'encrypted' : 'not encrypted', isAuthenticated ? 'signed in' : 'no user', size].join(
    ', ',
  )
  if (sizeLimitBytes !== null && sizeLimitBytes < LEAST_MESSAGE_MIB * MIB) {
    return warning(
      `${found}: larger messages are rejected`,
      'Raise the limit of the mail server, or lower MAX_ATTACHMENT_SIZE_MB.',
    )
  }
  if (!isEncrypted && tls === 'opportunistic') {
    return warning(`${found}: the server offers no TLS`, 'Turn TLS on at the mail server, and set SMTP_TLS=required.')
  }
  return ok(found)
}

/**
 * A refusal of the provider as a finding. The text of a server may quote an address, so that only its status and code
 * are printed. Without an answer, the reason comes from this host.
 */
async function explained(check: () => Promise<Finding>, remedy: string): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const said = error.message.replace(/ \(\w+\)$/, '')
    const isAnswer = /: \d{3} /.test(said)
    if (isAnswer) return fault(`the provider rejected the connection: ${said}`, remedy)
    return fault(`the provider does not respond: ${said} (${reasonOf(error)})`, remedy)
  }
}

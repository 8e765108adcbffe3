import {
  GetAccountCommand,
  GetConfigurationSetCommand,
  GetConfigurationSetEventDestinationsCommand,
  NotFoundException,
  SESv2Client,
  type GetAccountCommandOutput,
} from '@aws-sdk/client-sesv2'
import { sesSettings, type SesOptions } from './ses-client.js'
import { toProviderError } from './ses-errors.js'

/** What SES tells about the account. */
export interface SesAccount {
  isSendingEnabled: boolean
  /** Whether SES delivers to verified addresses alone. */
  isSandbox: boolean
  /** `HEALTHY`, `PROBATION` or `SHUTDOWN`. */
  enforcement: string
  /** Messages of a day and of a second; Infinity without a quota. */
  quota: { aDay: number; aSecond: number; sentLastDay: number }
}

/** What SES tells about a configuration set. */
export interface SesConfigurationSet {
  isSendingEnabled: boolean
  /** The topics that get its events, and the kinds of these. */
  topics: { arn: string; eventTypes: string[] }[]
}

/** The calls of an operator; each throws ProviderError. */
export interface SesInspection {
  account(): Promise<SesAccount>
  /** Null when there is no such set in the region. */
  configurationSet(name: string): Promise<SesConfigurationSet | null>
  close(): void
}

/** Reads the account and its configuration sets; sends nothing. */
export function createSesInspection(options: SesOptions, timeoutMs: number): SesInspection {
  const client = new SESv2Client(sesSettings(options))
  const limit = () => ({ abortSignal: AbortSignal.timeout(timeoutMs) })
  const explain = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (error) {
      throw error instanceof NotFoundException ? error : toProviderError(error, false)
    }
  }
  return {
    account: async () => accountOf(await explain(client.send(new GetAccountCommand({}), limit()))),
    async configurationSet(name) {
      const input = { ConfigurationSetName: name }
      try {
        const [{ SendingOptions }, { EventDestinations = [] }] = await Promise.all([
          explain(client.send(new GetConfigurationSetCommand(input), limit())),
          explain(client.send(new GetConfigurationSetEventDestinationsCommand(input), limit())),
        ])
        const topics = EventDestinations.flatMap(({ Enabled, SnsDestination, MatchingEventTypes = [] }) =>
          Enabled && SnsDestination?.TopicArn ? [{ arn: SnsDestination.TopicArn, eventTypes: MatchingEventTypes }] : [],
        )
        return { isSendingEnabled: SendingOptions?.SendingEnabled ?? true, topics }
      } catch (error) {
        if (error instanceof NotFoundException) return null
        throw error
      }
    },
    close: () => client.destroy(),
  }
}

function accountOf({ SendQuota, SendingEnabled, ProductionAccessEnabled, EnforcementStatus }: GetAccountCommandOutput) {
  // SES reports -1 for an account without a quota.
  const limit = (value = 0): number => (value < 0 ? Infinity : value)
  const quota = {
    aDay: limit(SendQuota?.Max24HourSend),
    aSecond: limit(SendQuota?.MaxSendRate),
    sentLastDay: SendQuota?.SentLast24Hours ?? 0,
  }
  return {
    isSendingEnabled: SendingEnabled ?? false,
    isSandbox: !ProductionAccessEnabled,
    enforcement: EnforcementStatus ?? 'HEALTHY',
    quota,
  }
}

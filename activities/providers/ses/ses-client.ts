import type { SESv2ClientConfig } from '@aws-sdk/client-sesv2'

export interface SesOptions {
  region: string
  /** The address of the local provider; AWS's own when absent. */
  endpoint?: string | undefined
  /** The SDK looks for them itself when absent (environment, profile, instance role). */
  credentials?: SESv2ClientConfig['credentials']
}

/** The settings of a client that never retries; what is left out, the SDK finds as it always does. */
export function sesSettings({ region, endpoint, credentials }: SesOptions): SESv2ClientConfig {
  return {
    region,
    maxAttempts: 1,
    retryMode: 'standard',
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
  }
}

import { measureProviderCall } from '../../runtime/metrics/email.js'
import { ProviderError, type EmailProvider } from './provider.js'

/** A provider whose calls appear in the metrics. */
export function withMetrics(provider: EmailProvider): EmailProvider {
  return {
    ...provider,
    async send(message) {
      const startedAt = performance.now()
      const measure = (refused?: string): void =>
        measureProviderCall(provider.name, performance.now() - startedAt, refused)
      try {
        const answer = await provider.send(message)
        measure()
        return answer
      } catch (error) {
        measure(error instanceof ProviderError ? error.kind : 'unknown')
        throw error
      }
    },
  }
}

import type { EmailProvider } from './provider.js'

/** A provider that accepts every message, delivers none and logs each without its addresses. */
export function createLogProvider(log: (info: Record<string, unknown>) => void): EmailProvider {
  return {
    name: 'log',
    async send({ emailId, projectId, raw }) {
      log({ emailId, projectId, sizeBytes: raw.length })
      return { providerMessageId: `log-${emailId}` }
    },
    maxSendRate: async () => Infinity,
    close() {},
  }
}

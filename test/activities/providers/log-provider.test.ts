import { expect } from 'chai'
import { createLogProvider } from '../../../activities/providers/log-provider.js'

describe('log provider', () => {
  it('accepts every message, without a limit, and logs it without addresses or content', async () => {
    const lines: unknown[] = []
    const provider = createLogProvider((info) => lines.push(info))
    const raw = Buffer.from('To: ann@example.com\r\n\r\nSecret')
    const addresses = { from: 'shop@example.com', to: 'ann@example.com' }
    const message = { emailId: 'email-1', projectId: 'project-1', ...addresses, isTracked: true, raw }

    expect(await provider.send(message)).to.deep.equal({ providerMessageId: 'log-email-1' })
    expect(lines).to.deep.equal([{ emailId: 'email-1', projectId: 'project-1', sizeBytes: raw.length }])
    expect(await provider.maxSendRate?.()).to.equal(Infinity)
    provider.close()
  })
})

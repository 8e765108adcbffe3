import { expect } from 'chai'
import { stackSettings } from '../../embedded/environment.js'
import { useGateway } from '../support/gateway.js'
import { askAs, foreignHosts, ownHosts } from '../support/host-names.js'

describe('a gateway that only this machine reaches', () => {
  const gateway = useGateway({ LOOPBACK_NAMES_ONLY: true, GATEWAY_URL: 'http://localhost:8080' })

  it('answers the names of this machine with its port alone, and the address of GATEWAY_URL', async () => {
    const { origin } = gateway
    const port = Number(new URL(origin).port)
    for (const host of [...ownHosts(port), 'localhost:8080'])
      expect((await askAs(origin, '/health', { host })).status, host).to.equal(200)
    for (const host of foreignHosts(port)) {
      for (const path of ['/health', '/dashboard', '/v1/send', '/nowhere']) {
        const { status, text } = await askAs(origin, path, { host })
        expect([status, /"code":"(\w+)".*GATEWAY_URL/.exec(text)?.[1]], host).to.deep.equal([403, 'FORBIDDEN'])
      }
    }
  })

  it('is that of the embedded stack, unless others have an address of it', () => {
    const settingOf = (env: NodeJS.ProcessEnv): string | undefined =>
      stackSettings({
        env,
        addresses: { gateway: 'http://127.0.0.1:3000', inbox: '', temporalUi: '' },
        dataDir: '/data',
        encryptionKey: '',
        jwtSecret: '',
      })['LOOPBACK_NAMES_ONLY']
    for (const env of [{}, { GATEWAY_URL: '' }, { GATEWAY_URL: 'http://localhost:3000' }])
      expect(settingOf(env)).to.equal('true')
    for (const env of [{ GATEWAY_URL: 'https://mail.example.com' }, { TRACKING_URL: 'https://links.example.com' }])
      expect(settingOf(env)).to.equal('false')
  })
})

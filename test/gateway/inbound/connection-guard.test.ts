import { expect } from 'chai'
import { ConnectionGuard } from '../../../gateway/inbound/connection-guard.js'
import { clientNetwork, clientSite } from '../../../gateway/http/request/client-address.js'

const HOUR_MS = 3_600_000

describe('the connections of mail servers', () => {
  const guardOf = (connections: number, idleMs = HOUR_MS) =>
    new ConnectionGuard({ connections, perNetwork: 10, idleMs, messageMs: HOUR_MS, connectionMs: HOUR_MS })
  const enterFrom = (guard: ConnectionGuard, address: string, dismiss: (reason: string) => void = () => undefined) =>
    guard.enter({ network: clientNetwork(address), site: clientSite(address) }, dismiss)
  const networks = Array.from({ length: 20 }, (_, n) => `2001:db8:1:${(0xff00 + n).toString(16)}::1`)

  it('are limited to forty for an IPv6 site, however many networks it has', () => {
    const guard = guardOf(200)
    const attempts = networks.flatMap((address) => Array.from({ length: 10 }, () => enterFrom(guard, address)))
    expect(attempts.filter((connection) => connection !== null)).to.have.length(40)
    expect(enterFrom(guard, '2001:db8:2::1')).to.not.equal(null)
    expect(enterFrom(guard, '192.0.2.1')).to.not.equal(null)
  })

  it('are closed for a newcomer at the site with the most of them first, also when each network has one', () => {
    const guard = guardOf(22)
    const dismissed: string[] = []
    for (const address of ['192.0.2.1', '192.0.2.1', ...networks]) {
      enterFrom(guard, address, () => dismissed.push(address))
    }
    expect(enterFrom(guard, '192.0.2.2')).to.not.equal(null)
    expect(dismissed).to.deep.equal([networks[0]])
  })

  it('are closed during a slow message of a network with several, before an idle newcomer', () => {
    const guard = guardOf(4, 0)
    const dismissed: string[] = []
    const enter = (address: string) => enterFrom(guard, address, () => dismissed.push(address))
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1']) enter(address)?.beginMessage()
    enter('192.0.2.2')
    expect(enter('192.0.2.3')).to.not.equal(null)
    expect(dismissed).to.deep.equal(['192.0.2.1'])
  })

  it('are not closed while their message is complete and waits for its answer', () => {
    const guard = guardOf(1, 0)
    const connection = enterFrom(guard, '192.0.2.1')
    connection?.beginMessage()
    connection?.completeMessage()
    expect(enterFrom(guard, '192.0.2.2')).to.equal(null)
    connection?.endMessage()
    expect(enterFrom(guard, '192.0.2.2')).to.not.equal(null)
  })
})

import { createServer, type AddressInfo, type Server } from 'node:net'
import { expect } from 'chai'
import { claimPorts } from '../../embedded/ports.js'
import { readPorts } from '../../embedded/settings.js'
import { rejection } from './folders.js'

describe('the ports of the stack', () => {
  let taken: Server
  let port: number
  before((done) => {
    taken = createServer().listen(0, '127.0.0.1', () => {
      port = (taken.address() as AddressInfo).port
      done()
    })
  })
  after(() => taken.close())

  it('are the documented ones unless the environment says otherwise', () => {
    expect(readPorts({ GATEWAY_PORT: '8080', INBOX_PORT: '' })).to.deep.equal({
      gateway: 8080,
      inbox: 3025,
      smtp: 0,
      inboundSmtp: 0,
      mongodb: 27117,
      temporal: 7233,
      temporalUi: 8233,
    })
  })

  for (const nonsense of ['http', '-1', '65536', '80.5']) {
    it(`refuses ${nonsense} by the name of its variable`, () => {
      expect(() => readPorts({ MONGODB_PORT: nonsense })).to.throw(/^MONGODB_PORT must/)
    })
  }

  it('name the variable to change for each one that is taken', async () => {
    const wanted = readPorts({}, { gateway: port, temporal: port, mongodb: 0 })
    const { message } = await rejection(claimPorts(wanted, ['gateway', 'temporal', 'mongodb']))
    expect(message.split('\n')).to.deep.equal([
      `Port ${port} for the gateway is already in use. Set GATEWAY_PORT to another port, or to 0 for any free port.`,
      `Port ${port} for Temporal is already in use. Set TEMPORAL_PORT to another port, or to 0 for any free port.`,
    ])
  })

  it('are any free ones for 0, each its own', async () => {
    const zero = readPorts(
      {},
      { gateway: 0, inbox: 0, smtp: 0, inboundSmtp: 0, mongodb: 0, temporal: 0, temporalUi: 0 },
    )
    const names = Object.keys(zero) as (keyof typeof zero)[]
    const claimed = await claimPorts(zero, names)
    expect(new Set(Object.values(claimed)).size).to.equal(names.length)
    expect(Object.values(claimed).every((number) => number > 0)).to.equal(true)
  })

  it('do not matter for a part that is not run', async () => {
    expect(await claimPorts(readPorts({}, { gateway: port }), [])).to.include({ gateway: port })
  })
})

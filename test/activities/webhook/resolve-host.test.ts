import { expect } from 'chai'
import { createSocket, type Socket } from 'node:dgram'
import { createDnsLookup } from '../../../activities/webhook/resolve-host.js'

const TYPES = { 1: 'A', 28: 'AAAA' } as const

/** A name server on this machine that knows these addresses, as bytes in hex. */
async function startNameServer(known: Record<string, { A?: string[]; AAAA?: string[] }>): Promise<Socket> {
  const server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    let end = 12
    const labels: string[] = []
    for (let length = query[end] ?? 0; length > 0; length = query[end] ?? 0) {
      labels.push(query.toString('ascii', end + 1, end + 1 + length))
      end += 1 + length
    }
    const question = query.subarray(12, end + 5)
    const type = TYPES[query.readUInt16BE(end + 1) as keyof typeof TYPES]
    const found = known[labels.join('.').toLowerCase()]
    const answers = (found?.[type] ?? []).map((hex) => {
      const data = Buffer.from(hex, 'hex')
      const head = Buffer.from([0xc0, 0x0c, 0, type === 'A' ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length])
      return Buffer.concat([head, data])
    })
    const status = found ? 0 : 3
    const head = Buffer.from([...query.subarray(0, 2), 0x81, 0x80 + status, 0, 1, 0, answers.length, 0, 0, 0, 0])
    server.send(Buffer.concat([head, question, ...answers]), port, address)
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  return server
}

describe('looking a host up', () => {
  let server: Socket
  let resolve: ReturnType<typeof createDnsLookup>

  before(async () => {
    server = await startNameServer({
      'both.example': { A: ['08080808', '7f000001'], AAAA: ['20010db8000000000000000000000001'] },
      'old.example': { A: ['08080808'] },
      'new.example': { AAAA: ['00000000000000000000ffff7f000001'] },
      'empty.example': {},
    })
    resolve = createDnsLookup([`127.0.0.1:${server.address().port}`])
  })
  after(() => void server.close())

  it('finds every address of both families, private ones included', async () => {
    expect(await resolve('both.example')).to.deep.equal(['8.8.8.8', '127.0.0.1', '2001:db8::1'])
  })

  it('does with the addresses of one family where there are none of the other', async () => {
    expect(await resolve('old.example')).to.deep.equal(['8.8.8.8'])
    expect(await resolve('new.example')).to.deep.equal(['::ffff:127.0.0.1'])
  })

  it('tells an unknown name from one without an address', async () => {
    const code = (hostname: string) => resolve(hostname).catch((error: NodeJS.ErrnoException) => error.code)
    expect([await code('unknown.example'), await code('empty.example')]).to.deep.equal(['ENOTFOUND', 'ENODATA'])
  })
})

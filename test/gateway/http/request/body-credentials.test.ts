import { expect } from 'chai'
import { useGateway } from '../../../support/gateway.js'
import type { ClientResponse } from '../../../support/http-client.js'
import { useProject } from '../../../support/project.js'
import { eventually } from '../../../support/eventually.js'
import { Peer } from '../../../support/peer.js'

const LENGTH = 100_000

describe('the room for bodies of the credentials of a project', () => {
  const gateway = useGateway({ MAX_BUFFERED_MB: 4 })
  const { project, client, publicClient } = useProject(gateway)
  const peers: Peer[] = []
  afterEach(() => {
    for (const peer of peers.splice(0)) peer.leave()
  })

  /** A request whose body never ends, and has memory reserved for the bytes that have arrived. */
  const begin = (key: string, path: string): void => {
    const peer = new Peer({ port: Number(new URL(gateway.origin).port) })
    const head = [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`, 'Content-Type: application/json']
    peer.send([...head, `Content-Length: ${LENGTH + 1}`, '', ' '.repeat(LENGTH)].join('\r\n'))
    peers.push(peer)
  }
  /** Begins requests until one has reserved all the memory of its key. Beside the two others it is refused. */
  const fill = (key: string, path: string, ask: () => Promise<ClientResponse>) =>
    eventually(
      async () => {
        const answer = await ask()
        if (answer.status !== 503) begin(key, path)
        return answer
      },
      ({ status }) => status === 503,
    )
  const track = (text = 'x'.repeat(LENGTH)) =>
    publicClient.post('/v1/track', { email: 'a@example.com', event: 'seen', data: { text } })
  const save = (text = 'x'.repeat(LENGTH)) => client.post('/contacts', { email: 'a@example.com', data: { text } })

  it('is separate: slow bodies by the public key leave the secret key its own', async () => {
    await fill(project.publicKey, '/v1/track', track)
    expect((await save('x'.repeat(200_000))).status).to.equal(200)
  })

  it('is separate, the other way round', async () => {
    await fill(project.secretKey, '/contacts', save)
    expect((await track()).status).to.equal(200)
  })
})

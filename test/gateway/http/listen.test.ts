import { expect } from 'chai'
import { listen } from '../../../gateway/http/listen.js'

const local = { host: '127.0.0.1', port: 0 }

describe('the server', () => {
  it('answers what runs before it closes, and takes nothing more', async () => {
    let finish = (): void => undefined
    const started = new Promise<void>((begun) => {
      finish = begun
    })
    let answer = (): void => undefined
    const server = await listen((_req, res) => {
      answer = () => res.end('done')
      finish()
    }, local)
    const origin = `http://127.0.0.1:${server.port}`
    const running = fetch(origin)
    await started
    const closed = server.close()
    answer()
    expect(await (await running).text()).to.equal('done')
    await closed
    const refused = await fetch(origin).catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(TypeError)
  })

  it('says when its port is taken', async () => {
    const first = await listen((_req, res) => res.end(), local)
    const second = await listen((_req, res) => res.end(), { ...local, port: first.port }).catch(
      (error: unknown) => error,
    )
    expect(second).to.have.property('code', 'EADDRINUSE')
    await first.close()
  })
})

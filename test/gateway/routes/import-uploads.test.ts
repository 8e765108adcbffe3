import { connect } from 'node:net'
import { expect } from 'chai'
import { ImportChunk } from '../../../models/import-chunk.js'
import { Job } from '../../../models/job.js'
import { listen, type Listening } from '../../../gateway/http/listen.js'
import type { CreatedProject } from '../../../commands/tenancy/projects/create-project.js'
import { commandsOf } from '../../support/commands.js'
import { testConfig, UNLIMITED } from '../../support/config.js'
import { useDatabase } from '../../support/database.js'
import { UNKNOWN_ID } from '../../support/endpoint-calls.js'
import { eventually, eventuallyEquals } from '../../support/eventually.js'
import { createProject } from '../../support/factories.js'
import { fileForm } from '../../support/file-form.js'
import { useGateway } from '../../support/gateway.js'
import { createImporter } from '../../support/import-file.js'
import { Peer } from '../../support/peer.js'
import { useProject } from '../../support/project.js'
import { serveGateway } from '../../support/serve-gateway.js'

const MB = 1024 * 1024
const LIMIT_MB = 3
const ROW = `c@example.com,${'ä'.repeat(500)}\n`
// More than one chunk.
const FILE = `email,note\n${ROW.repeat(1_000)}`

describe('a large file of contacts', () => {
  const gateway = useGateway({ MAX_IMPORT_SIZE_MB: LIMIT_MB })
  const { project, client } = useProject(gateway)
  const { upload } = createImporter({ client, project })
  const stored = () => ImportChunk.countDocuments({ projectId: project.id })

  it('is stored unchanged, and kept', async () => {
    const { status, body } = await upload(FILE)
    expect(status).to.equal(202)
    const chunks = await ImportChunk.find({ projectId: project.id, jobId: body.jobId }).sort({ position: 1 })
    expect(chunks.length).to.be.greaterThan(1)
    expect(Buffer.concat(chunks.map(({ bytes }) => bytes)).toString()).to.equal(FILE)
    expect(chunks.every(({ expiresAt }) => expiresAt === null)).to.equal(true)
    expect((await client.get(`/contacts/import/${body.jobId}`)).body.size).to.equal(Buffer.byteLength(FILE))
  })

  it('may be as large as configured, as /config says, and not larger', async () => {
    const limitBytes = LIMIT_MB * MB
    expect((await gateway.as().get('/config')).body.limits.importBytes).to.equal(limitBytes)
    const text = `email\n${'x'.repeat(limitBytes - 7)}\n`
    expect((await upload(text)).status).to.equal(202)
    const before = await stored()
    for (const more of ['x', 'x'.repeat(MB)]) {
      expect(await upload(text + more)).to.deep.include({ status: 413, details: { limitBytes } })
    }
    await eventuallyEquals(stored, before)
  })

  const bytes = (text: string, ...more: number[]): Uint8Array<ArrayBuffer> =>
    Uint8Array.from([...Buffer.from(text), ...more])
  const REFUSED: [string, string | Uint8Array<ArrayBuffer>, string, number][] = [
    ['is not UTF-8', bytes(FILE, 0xff, 0x0a), '', 400],
    ['ends within a character', bytes(FILE, 0xc3), '', 400],
    ['has no column of addresses', FILE.slice(1), '', 400],
    ['has a bad query', FILE, '?resubscribe=perhaps', 400],
    ['is for an unknown segment', FILE, `?segmentId=${UNKNOWN_ID}`, 404],
  ]
  it('leaves nothing behind when it is refused', async () => {
    for (const [what, file, query, status] of REFUSED) {
      expect((await upload(file, query)).status, what).to.equal(status)
      expect(await stored(), what).to.equal(0)
    }
    expect(await Job.countDocuments({ projectId: project.id })).to.equal(0)
  })

  it('leaves nothing behind when the client disconnects halfway', async () => {
    const head = [
      'POST /contacts/import HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${project.secretKey}`,
      'Content-Type: multipart/form-data; boundary=x-boundary',
      `Content-Length: ${2 * MB}`,
      '',
      '--x-boundary',
      'Content-Disposition: form-data; name="file"; filename="a.csv"',
      '',
      FILE,
    ]
    const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1')
    socket.write(head.join('\r\n'))
    await eventually(stored, (count) => count > 0)
    // The gateway may die before it removes them.
    expect(await ImportChunk.countDocuments({ projectId: project.id, expiresAt: null })).to.equal(0)
    socket.destroy()
    await eventuallyEquals(stored, 0)
    expect(await Job.countDocuments({ projectId: project.id })).to.equal(0)
  })

  it('causes no server error as a form with any damage', async () => {
    const disposition = 'Content-Disposition: form-data; name="file"; filename="a.csv"'
    const whole = Buffer.from(`--x-boundary\r\n${disposition}\r\n\r\nemail\n\r\n--x-boundary--\r\n`)
    const type = { 'content-type': 'multipart/form-data; boundary=x-boundary' }
    for (let at = 0; at < whole.length; at += 1) {
      const damaged = [whole.subarray(0, at), Buffer.concat([whole.subarray(0, at), whole.subarray(at + 1)])]
      for (const body of damaged) {
        const { status } = await client.post('/contacts/import', body, type)
        expect(status, JSON.stringify(body.toString())).to.be.oneOf([202, 400, 422])
      }
    }
    await Job.deleteMany({ projectId: project.id })
  })

  it('is refused with several files, and without one', async () => {
    const several = fileForm(FILE)
    several.append('file', new File(['email\n'], 'b.csv'))
    expect(await client.post('/contacts/import', several)).to.deep.include({ status: 400, faults: ['file too_big'] })
    expect(await client.post('/contacts/import')).to.deep.include({ status: 400, faults: ['file required'] })
    await eventuallyEquals(stored, 0)
  })
})

describe('a large file of contacts that arrives slowly', () => {
  const TIMEOUT_MS = 400
  const open: { close: () => Promise<void> }[] = []
  let project: CreatedProject
  useDatabase()
  before(async () => void (project = await createProject()))
  after(() => Promise.all(open.map((each) => each.close())))
  /** A port where a file has so many seconds, and other requests have little time. */
  const serve = async (UPLOAD_TIMEOUT_SECONDS: number): Promise<Listening> => {
    const gateway = await serveGateway(testConfig({ ...UNLIMITED, UPLOAD_TIMEOUT_SECONDS }))
    const hasty = await listen(gateway.handler, { host: '127.0.0.1', port: 0 }, { requestTimeoutMs: TIMEOUT_MS })
    open.unshift(hasty, gateway)
    return hasty
  }
  const stored = () => ImportChunk.countDocuments({ projectId: project.id })
  const head = (path: string, type: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${project.secretKey}\r\nContent-Type: ${type}\r\n`
  const form = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${FILE}\r\n--x--\r\n`
  const begin = (port: Listening): Peer => {
    const peer = new Peer(port)
    const length = `Content-Length: ${Buffer.byteLength(form)}\r\n\r\n`
    peer.send(head('/contacts/import', 'multipart/form-data; boundary=x') + length + form.slice(0, -20))
    return peer
  }

  it('has more time than other requests', async () => {
    const port = await serve(600)
    const file = begin(port)
    await eventually(stored, (count) => count > 0)
    const other = new Peer(port)
    other.send(`${head('/contacts', 'application/json')}Content-Length: 9\r\n\r\n{`)
    await other.closed
    expect(other.text).to.match(/^HTTP\/1.1 408 /)
    file.send(form.slice(-20))
    await file.until('jobId')
    expect(file.text).to.match(/^HTTP\/1.1 202 /)
    file.leave()
    await ImportChunk.deleteMany({ projectId: project.id })
  })

  it('has a time limit, and leaves nothing behind', async () => {
    const port = await serve(1)
    let commands: string[] = []
    // On a busy machine the time may be over before anything is stored.
    while (!commands.includes('insert import_chunks')) {
      commands = await commandsOf(async () => {
        const file = begin(port)
        await file.closed
        expect(file.text).to.match(/^HTTP\/1.1 408 /)
      })
    }
    await eventuallyEquals(stored, 0)
  })
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect } from 'chai'
import { createUploadStore } from '../../../../activities/providers/upload-store.js'
import { gridFsStore } from '../../../../commands/uploads/grid-fs-store.js'
import { testConfig } from '../../../support/config.js'

const CONTENT = Buffer.from('bytes of an image')

describe('uploads in S3', () => {
  const objects = new Map<string, { content: Buffer; type: string | undefined }>()
  const signed: string[] = []
  let server: Server

  before(async () => {
    // As much of the protocol as is used, with the bucket in the path.
    server = createServer((req, res) => {
      const key = (req.url ?? '').split('?')[0] ?? ''
      signed.push(String(req.headers.authorization))
      if (req.method === 'PUT') {
        void buffer(req).then((content) => {
          objects.set(key, { content, type: req.headers['content-type'] })
          return res.end()
        })
      } else if (req.method === 'DELETE') {
        objects.delete(key)
        res.writeHead(204).end()
      } else {
        const object = objects.get(key)
        const missing = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>No</Message></Error>'
        if (object) res.writeHead(200, { 'Content-Length': object.content.length }).end(object.content)
        else res.writeHead(404, { 'Content-Type': 'application/xml' }).end(missing)
      }
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  const create = () =>
    createUploadStore(
      testConfig({
        UPLOADS_S3_BUCKET: 'pictures',
        UPLOADS_S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'id',
        AWS_SECRET_ACCESS_KEY: 'secret',
      }),
      gridFsStore,
    )
  const read = async (chunks: AsyncIterable<Uint8Array> | null): Promise<Buffer | null> => chunks && buffer(chunks)

  it('are put under their ids, read back, and gone once they are removed', async () => {
    const store = create()
    await store.put('one', CONTENT, 'image/png')
    expect([...objects.keys()]).to.deep.equal(['/pictures/uploads/one'])
    expect(objects.get('/pictures/uploads/one')?.type).to.equal('image/png')
    expect(await read(await store.open('one'))).to.deep.equal(CONTENT)
    expect(signed[0]).to.match(/^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/eu-central-1\/s3\/aws4_request/)
    await store.remove('one')
    await store.remove('one')
    expect(await store.open('one')).to.equal(null)
  })

  it('are elsewhere without a bucket', () => {
    expect(createUploadStore(testConfig(), gridFsStore)).to.equal(gridFsStore)
  })
})

import { createServer, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createUploadStore } from '../../activities/providers/upload-store.js'
import { gridFsStore } from '../../commands/sending/uploads/grid-fs-store.js'
import type { UploadStore } from '../../models/domain/upload-store.js'
import type { Config } from '../../runtime/config.js'
import { testConfig } from './config.js'
import { listen } from './listen.js'

/** A stand-in of S3 with the bucket `pictures`. */
export interface ObjectServer {
  /** What is stored, by `/<bucket>/<key>`. */
  objects: Map<string, { content: Buffer; type: string | undefined }>
  /** The `Authorization` of each request. */
  signed: string[]
  /** The store of a process whose settings name the bucket. */
  createStore: (settings?: Partial<Config>) => UploadStore
}

/** Serves as much of S3's protocol as uploads use, from `before` to `after`. */
export function useObjectServer(): ObjectServer {
  const objects: ObjectServer['objects'] = new Map()
  const signed: string[] = []
  let server: Server
  let endpoint: string

  before(async () => {
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
    endpoint = `http://127.0.0.1:${await listen(server)}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  const createStore = (settings: Partial<Config> = {}): UploadStore =>
    createUploadStore(
      testConfig({
        UPLOADS_S3_BUCKET: 'pictures',
        UPLOADS_S3_ENDPOINT: endpoint,
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'id',
        AWS_SECRET_ACCESS_KEY: 'secret',
        ...settings,
      }),
      gridFsStore,
    )
  return { objects, signed, createStore }
}

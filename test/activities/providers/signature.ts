import { createHash, createHmac } from 'node:crypto'
import type { FakeSes } from './fake-ses.js'

/**
 * The Authorization header that AWS expects of a request in `us-east-1`, worked out from AWS's description of Signature
 * Version 4 for the headers that the request says it signs.
 */
export function authorizationOf(
  { path = '', headers, text }: FakeSes['requests'][number],
  { accessKeyId, secretAccessKey }: { accessKeyId: string; secretAccessKey: string },
): string {
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const method = text === '' ? 'GET' : 'POST'
  const canonical = [method, path, '', signed.join(''), names, sha256(text)].join('\n')
  const at = String(headers['x-amz-date'])
  const scope = [at.slice(0, 8), 'us-east-1', 'ses', 'aws4_request']
  const key = scope.reduce<Buffer>((secret, part) => hmac(secret, part), Buffer.from(`AWS4${secretAccessKey}`))
  const signature = hmac(key, ['AWS4-HMAC-SHA256', at, scope.join('/'), sha256(canonical)].join('\n')).toString('hex')
  const credential = `${accessKeyId}/${scope.join('/')}`
  return `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

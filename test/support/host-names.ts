import { request } from 'node:http'

/** Names by which a user of this machine reaches a server on it. */
export const ownHosts = (port: number): string[] => [
  `127.0.0.1:${port}`,
  `localhost:${port}`,
  `LOCALHOST:${port}`,
  `[::1]:${port}`,
]

/** Names that a web page elsewhere can have. */
export const foreignNames = (port: number): string[] => [
  'evil.example',
  `evil.example:${port}`,
  `127.0.0.1.evil.example:${port}`,
  `localhost.evil.example:${port}`,
  `0.0.0.0:${port}`,
  `127.0.0.2:${port}`,
]

/** The same, and names that are those of another server of this machine. */
export const foreignHosts = (port: number): string[] => [
  ...foreignNames(port),
  `localhost:${port + 1}`,
  'localhost',
  '127.0.0.1',
  '[::1]',
]

/** What a server of this machine answers to a request with these headers, of which `host` is one. */
export function askAs(
  origin: string,
  path: string,
  headers: Record<string, string | undefined>,
  method = 'GET',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const body = method === 'GET' ? '' : '{}'
    const sent = { ...headers, 'content-length': String(body.length) }
    const asked = request(`${origin}${path}`, { method, headers: sent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    asked.once('error', reject).end(body)
  })
}

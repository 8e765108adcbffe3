import { t } from '../messages/index.js'

/** The command that sends the first email; the key is filled in where it is copied. */
export function sendCommand(origin: string, key: string = t.home.secretKey): string {
  return curl(`${origin}/v1/send`, key, {
    to: 'ada@example.com',
    from: 'hello@example.com',
    subject: 'Hello {{ name }}',
    body: '<p>Welcome, {{ name }}.</p>',
    data: { name: 'Ada' },
  })
}

/** The command that tracks an event of a contact, who is added by it. */
export function eventCommand(origin: string, key: string = t.home.publicKey): string {
  return curl(`${origin}/v1/track`, key, { email: 'ada@example.com', event: 'signed_up' })
}

function curl(url: string, key: string, body: object): string {
  return [
    `curl ${url}`,
    `-H 'Authorization: Bearer ${key}'`,
    "-H 'Content-Type: application/json'",
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ')
}

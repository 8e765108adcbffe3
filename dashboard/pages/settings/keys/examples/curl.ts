import type { SampleRequest } from './sample-request.js'

/** A request as a command of a POSIX shell. */
export function curl({ method, url, headers, body }: SampleRequest): string {
  const isUsual = method === (body === undefined ? 'GET' : 'POST')
  return [
    `curl ${isUsual ? '' : `-X ${method} `}${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

import { literal, type LiteralStyle } from './literal.js'
import type { SampleRequest } from './sample-request.js'

const STYLE: LiteralStyle = {
  text: quoted,
  words: { null: 'nil', true: 'true', false: 'false' },
  list: ['[', ']'],
  object: ['{', '}'],
  pair: (key, value) => `${quoted(key)} => ${value}`,
  step: '  ',
  hasLastComma: true,
}

/** A request as a program in Ruby. */
export function ruby({ method, url, headers, body }: SampleRequest): string {
  const kind = method.charAt(0) + method.slice(1).toLowerCase()
  return [
    'require "json"',
    'require "net/http"',
    '',
    `uri = URI(${quoted(url)})`,
    `request = Net::HTTP::${kind}.new(uri)`,
    ...Object.entries(headers).map(([name, value]) => `request[${quoted(name)}] = ${quoted(value)}`),
    ...(body === undefined ? [] : [`request.body = JSON.generate(${literal(body, STYLE)})`]),
    'response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https") do |http|',
    '  http.request(request)',
    'end',
    'puts "#{response.code} #{response.body}"',
  ].join('\n')
}

/** A string of JSON is one of Ruby, but for the signs that put a value into it. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(/#(?=[{$@])/g, String.raw`\#`)
}

import { literal, type LiteralStyle } from './literal.js'
import type { SampleRequest } from './sample-request.js'

const NAME = /^[A-Za-z_$][\w$]*$/

const STYLE: LiteralStyle = {
  text: quoted,
  words: { null: 'null', true: 'true', false: 'false' },
  list: ['[', ']'],
  object: ['{', '}'],
  pair: (key, value) => `${nameOf(key)}: ${value}`,
  step: '  ',
  hasLastComma: true,
}

/** A request as a module of Node.js. */
export function node({ method, url, headers, body }: SampleRequest): string {
  return [
    `const response = await fetch(${quoted(url)}, {`,
    `  method: ${quoted(method)},`,
    `  headers: ${literal(headers, STYLE, '  ')},`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body, STYLE, '  ')}),`]),
    '})',
    'console.log(response.status, await response.text())',
  ].join('\n')
}

function quoted(text: string): string {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`
}

function nameOf(key: string): string {
  // Otherwise it would be the prototype of the object.
  if (key === '__proto__') return `['__proto__']`
  return NAME.test(key) ? key : quoted(key)
}

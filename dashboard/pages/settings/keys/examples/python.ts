import { literal, type LiteralStyle } from './literal.js'
import type { SampleRequest } from './sample-request.js'

const STYLE: LiteralStyle = {
  // A string of JSON is one of Python too.
  text: (text) => JSON.stringify(text),
  words: { null: 'None', true: 'True', false: 'False' },
  list: ['[', ']'],
  object: ['{', '}'],
  pair: (key, value) => `${JSON.stringify(key)}: ${value}`,
  step: '    ',
  hasLastComma: true,
}

/** A request as a program in Python, with the package `requests`. */
export function python({ method, url, headers, body }: SampleRequest): string {
  // `json=` sets the type of the content.
  const { 'Content-Type': _, ...others } = headers
  return [
    'import requests',
    '',
    'response = requests.request(',
    `    ${JSON.stringify(method)},`,
    `    ${JSON.stringify(url)},`,
    `    headers=${literal(others, STYLE, STYLE.step)},`,
    ...(body === undefined ? [] : [`    json=${literal(body, STYLE, STYLE.step)},`]),
    '    timeout=30,',
    ')',
    'print(response.status_code, response.text)',
  ].join('\n')
}

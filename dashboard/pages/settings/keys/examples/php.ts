import { literal, type LiteralStyle } from './literal.js'
import type { SampleRequest } from './sample-request.js'

const STYLE: LiteralStyle = {
  text: quoted,
  words: { null: 'null', true: 'true', false: 'false' },
  list: ['[', ']'],
  object: ['[', ']'],
  // An empty array would become a list of JSON.
  emptyObject: 'new stdClass()',
  pair: (key, value) => `${quoted(key)} => ${value}`,
  step: '    ',
  hasLastComma: true,
}

/** A request as a program in PHP. */
export function php({ method, url, headers, body }: SampleRequest): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [
    '<?php',
    `$request = curl_init(${quoted(url)});`,
    'curl_setopt_array($request, [',
    `    CURLOPT_CUSTOMREQUEST => ${quoted(method)},`,
    `    CURLOPT_HTTPHEADER => ${literal(lines, STYLE, STYLE.step)},`,
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => json_encode(${literal(body, STYLE, STYLE.step)}),`]),
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    '$answer = curl_exec($request);',
    'if ($answer === false) throw new RuntimeException(curl_error($request));',
    String.raw`echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $answer, "\n";`,
  ].join('\n')
}

function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`
}

import type { SampleRequest } from './sample-request.js'

/** A request as a program in Go. */
export function go({ method, url, headers, body }: SampleRequest): string {
  const hasBody = body !== undefined
  return [
    'package main',
    '',
    'import (',
    '\t"fmt"',
    '\t"io"',
    '\t"net/http"',
    ...(hasBody ? ['\t"strings"'] : []),
    ')',
    '',
    'func main() {',
    ...(hasBody ? [`\tbody := strings.NewReader(${raw(JSON.stringify(body, null, 2))})`] : []),
    `\trequest, err := http.NewRequest(${quoted(method)}, ${quoted(url)}, ${hasBody ? 'body' : 'nil'})`,
    ...PANIC,
    ...Object.entries(headers).map(([name, value]) => `\trequest.Header.Set(${quoted(name)}, ${quoted(value)})`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...PANIC,
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    ...PANIC,
    '\tfmt.Println(response.Status, string(answer))',
    '}',
  ].join('\n')
}

const PANIC = ['\tif err != nil {', '\t\tpanic(err)', '\t}']

/** Neither addresses nor headers have anything that Go would write differently from JSON. */
function quoted(text: string): string {
  return JSON.stringify(text)
}

/** A raw string, which cannot hold the character that ends it. */
function raw(text: string): string {
  return `\`${text.replaceAll('`', '` + "`" + `')}\``
}

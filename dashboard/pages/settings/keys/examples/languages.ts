import { curl } from './curl.js'
import { go } from './go.js'
import { node } from './node.js'
import { php } from './php.js'
import { python } from './python.js'
import { ruby } from './ruby.js'
import type { SampleRequest } from './sample-request.js'

/** The languages of samples, by the names that they go by. */
export const SAMPLE_LANGUAGES = [
  { id: 'curl', name: 'curl', write: curl },
  { id: 'node', name: 'Node.js', write: node },
  { id: 'python', name: 'Python', write: python },
  { id: 'php', name: 'PHP', write: php },
  { id: 'go', name: 'Go', write: go },
  { id: 'ruby', name: 'Ruby', write: ruby },
] as const satisfies readonly { id: string; name: string; write: (request: SampleRequest) => string }[]

export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number]['id']

/** Writes a request in a language: a whole program that sends it and prints the answer. */
export function writeSample(language: SampleLanguage, request: SampleRequest): string {
  const { write } = SAMPLE_LANGUAGES.find(({ id }) => id === language) ?? SAMPLE_LANGUAGES[0]
  return write(request)
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import * as fc from 'fast-check'
import {
  SAMPLE_LANGUAGES,
  writeSample,
  type SampleLanguage,
} from '../../dashboard/pages/settings/keys/examples/languages.js'
import { sampleCallsOf, type SampleRequest } from '../../dashboard/pages/settings/keys/examples/sample-request.js'
import { buildDocument } from '../../gateway/http/openapi/build-document.js'
import { allEndpoints } from '../../gateway/routes/index.js'
import { useProject } from '../support/project.js'
import { runs } from '../support/runs.js'

const calls = sampleCallsOf(buildDocument(allEndpoints, 'http://127.0.0.1:3000') as unknown as Record<string, unknown>)
const ORIGIN = 'https://mail.example.com'

/** What a sample would send: the JSON of its body, or null without one. */
type SentBy = (samples: readonly string[]) => Promise<(string | null)[]>

// Each stands in for what sends the request, and prints the body as JSON.
const RUNNERS: Partial<Record<SampleLanguage, SentBy>> = {
  async node(samples) {
    return Promise.all(
      samples.map(async (sample) => {
        let sent: string | null = null
        const fetch = (_url: string, { body }: { body?: string }) => {
          sent = body ?? null
          return { status: 200, text: async () => '' }
        }
        await runInNewContext(`(async () => {${sample}})()`, { fetch, console: { log: () => undefined } })
        return sent
      }),
    )
  },
  python: (samples) => bodiesFrom('python3', ['-c', PYTHON], JSON.stringify(samples)),
  curl: (samples) => bodiesFrom('bash', ['-s'], [BASH, ...samples].join('\n')),
}

const PYTHON = `
import json, sys, types
module = types.ModuleType('requests')
def request(method, url, headers, timeout, **body):
    print(json.dumps(body['json']) if 'json' in body else 'null')
    return types.SimpleNamespace(status_code=200, text='')
module.request = request
sys.modules['requests'] = module
for sample in json.load(sys.stdin):
    exec(sample.replace('print(', '(lambda *_: None)('), {})
`

// The JSON of a sample has lines, which none of its texts has.
const BASH = `curl() {
  while [ $# -gt 1 ]; do
    if [ "$1" = -d ]; then printf '%s' "$2" | tr '\\n' ' '; echo; return; fi
    shift
  done
  echo null
}`

async function bodiesFrom(command: string, args: readonly string[], input: string): Promise<(string | null)[]> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const [said, ended] = [text(child.stdout), once(child, 'close')]
  child.stdin.end(input)
  expect((await ended)[0]).to.equal(0)
  const lines = (await said).trimEnd().split('\n')
  return lines.map((line) => (line === 'null' ? null : line))
}

function requestOf(body: unknown): SampleRequest {
  return { method: 'POST', url: `${ORIGIN}/v1/send`, headers: { Authorization: 'Bearer sk_x' }, body }
}

describe('samples of code', () => {
  it('are there for the calls of keys, with an example of everything that the call needs', () => {
    expect(calls.length).to.be.above(100)
    const send = calls.find(({ operationId }) => operationId === 'sendEmail')
    expect(send).to.include({ key: 'secretKey', group: 'Sending' })
    for (const call of calls) {
      const { url, method, body } = call.requestWith(ORIGIN, 'sk_x')
      expect(url, call.operationId).to.match(/^https:\/\/mail\.example\.com\/[\w/.?&=%*+-]*$/)
      if (method === 'PUT' || method === 'PATCH') expect(body, call.operationId).to.be.an('object')
    }
  })

  for (const [language, bodiesOf] of Object.entries(RUNNERS)) {
    it(`in ${language} send the body of the example, for every call`, async () => {
      const requests = calls.map((call) => call.requestWith(ORIGIN, 'sk_x'))
      const sent = await bodiesOf(requests.map((request) => writeSample(language as SampleLanguage, request)))
      expect(sent.map((body) => body && (JSON.parse(body) as unknown))).to.deep.equal(
        requests.map(({ body }) => body ?? null),
      )
    })

    it(`in ${language} keep every JSON value as it is`, async () => {
      const { numRuns, seed } = runs(200)
      const value = fc.jsonValue({ stringUnit: 'binary' }).filter((one) => one !== null)
      const bodies = [
        ...fc.sample(value, { numRuns, ...(seed === undefined ? {} : { seed }) }),
        { 'a`b': '#{x} ${x} $x \\ \' " \u2028 \n', ['__proto__']: { a: [] }, e: {} },
      ]
      const sent = await bodiesOf(bodies.map((body) => writeSample(language as SampleLanguage, requestOf(body))))
      expect(sent.map((body) => body && JSON.stringify(JSON.parse(body)))).to.deep.equal(
        bodies.map((body) => JSON.stringify(JSON.parse(JSON.stringify(body)))),
      )
    })
  }

  it('in the other languages have a form of their own for texts and empty objects', () => {
    const request = requestOf({ a: `it's #{x} \`y\` \\`, b: {}, c: [true, null] })
    expect(writeSample('php', request)).to.include(`'a' => 'it\\'s #{x} \`y\` \\\\',\n        'b' => new stdClass(),`)
    expect(writeSample('ruby', request)).to.include('"a" => "it\'s \\#{x} `y` \\\\",\n  "b" => {},')
    expect(writeSample('go', request)).to.include('"a": "it\'s #{x} ` + "`" + `y` + "`" + ` \\\\",')
    expect(new Set(SAMPLE_LANGUAGES.map(({ id }) => writeSample(id, request))).size).to.equal(6)
  })

  describe('that are run', () => {
    const { gateway, project, client } = useProject()

    it('do what the call says', async () => {
      const create = calls.find(({ operationId }) => operationId === 'upsertContact')
      const request = create?.requestWith(gateway.origin, project.secretKey)
      expect(request).to.not.equal(undefined)
      if (!request) return
      const node = spawn(process.execPath, ['--input-type=module', '-e', writeSample('node', request)])
      expect(await text(node.stdout)).to.match(/^201 \{"id":/)
      const { email } = request.body as { email: string }
      expect((await client.get(`/contacts?search=${email}`)).body.data).to.have.length(1)
    })
  })
})

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { codeBlocks, readDocument, ROOT, section } from '../docs/documents.js'
import { eventually, useStack } from '../support/stack.js'

// Not the kill at the end of the tour, which the test does by itself, in order to wait for what comes back.
const KILL = /^kill -9 .*$/m

describe('the tour in the README', () => {
  const posthorn = useStack()
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'posthorn-tour-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('does what it says when its commands are pasted one after the other', async () => {
    const readme = readDocument('README.md')
    const blocks = ['A tour in five minutes', 'Keys and sessions'].flatMap((name) =>
      codeBlocks(section(readme, name), 'sh'),
    )
    expect(blocks.length).to.be.at.least(8)
    expect(blocks.filter((block) => KILL.test(block))).to.have.length(1)

    const output = await paste(blocks.map((block) => block.replace(KILL, '')))

    for (const said of [
      '"success":true',
      'Hello Ada',
      '"COMPLETED"',
      'Thank you for choosing Pro',
      '"row":4',
      'segment.regulars.entry',
      '"status":"SENT"',
      '"public":"pk_',
      '"name":"Third project"',
    ]) {
      expect(output.includes(said), `${said} is missing in:\n${output}`).to.equal(true)
    }
    await posthorn.kill('worker')
    await eventually(
      () => posthorn.inbox({ to: 'me@example.com', subject: '[TEST]' }),
      (messages) => messages.length === 1,
    )
  })

  /** Runs blocks of the shell in one session, as in the folder of a running stack; resolves with their output. */
  async function paste(blocks: string[]): Promise<string> {
    const { stack, dataDir } = posthorn
    symlinkSync(dataDir, join(folder, '.posthorn'))
    const here = [
      'set -euo pipefail',
      `npm() { command npm --silent --prefix '${ROOT}' "$@"; }`,
      ...blocks
        .map((block) => block.replaceAll('http://127.0.0.1:3000', stack.info.gateway))
        .map((block) => block.replaceAll('http://127.0.0.1:3025', stack.info.inbox)),
    ]
    const child = spawn('bash', { cwd: folder, env: { ...process.env, POSTHORN_DATA_DIR: dataDir } })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    child.stdin.end(here.join('\n'))
    const [output, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    expect(status, `${output}\n${errors}`).to.equal(0)
    return output
  }
})

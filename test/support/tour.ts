import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { codeBlocks, readDocument, section } from '../docs/documents.js'

/** Where the README's tour is taken: addresses and secrets of a running installation. */
export interface TourPlace {
  /** The folder in which the commands are pasted. */
  folder: string
  gateway: string
  inbox: string
  /** What the commands read from `.posthorn/stack.json`. */
  stack: unknown
  /** The body of the shell's function `npx`, as it runs here. */
  npx: string
  /** Whether the provider there reports on its messages, as SES does. */
  hasReports: boolean
  env?: NodeJS.ProcessEnv
}

// Not the kill at the end of the tour, which the caller does by itself, in order to wait for what comes back.
const KILL = /^kill -9 .*$/m
const NEEDS_REPORTS = /simulator\.amazonses\.com|\/identities\/|inboundSmtp/

/** Pastes the commands of the README's tour one after the other, and expects the output of each. */
export async function takeTour(place: TourPlace): Promise<void> {
  const blocks = codeBlocks(section(readDocument('README.md'), 'A tour in five minutes'), 'sh')
  expect(blocks.length).to.be.at.least(8)
  expect(blocks.filter((block) => KILL.test(block))).to.have.length(1)
  const output = await paste(
    blocks.filter((block) => place.hasReports || !NEEDS_REPORTS.test(block)).map((block) => block.replace(KILL, '')),
    place,
  )
  for (const said of [
    '"success":true',
    'Hello Ada',
    ...(place.hasReports
      ? ['"reason":"BOUNCE"', '._domainkey.news.acme.example', '"status":"VERIFIED"', 'How do I start?']
      : []),
    '"suggestedEmail":"ada+news@gmail.com"',
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
}

/** Runs blocks of the shell in one session, as in the folder of a running stack; resolves with their output. */
async function paste(blocks: string[], { folder, gateway, inbox, stack, npx, env }: TourPlace): Promise<string> {
  mkdirSync(join(folder, '.posthorn'))
  writeFileSync(join(folder, '.posthorn/stack.json'), JSON.stringify(stack), { mode: 0o600 })
  const here = [
    'set -euo pipefail',
    `npx() { ${npx}; }`,
    ...blocks
      .map((block) => block.replaceAll('http://127.0.0.1:3000', gateway))
      .map((block) => block.replaceAll('http://127.0.0.1:3025', inbox)),
  ]
  const child = spawn('bash', { cwd: folder, env: { ...process.env, ...env } })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  child.stdin.end(here.join('\n'))
  const [output, errors, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  expect(status, `${output}\n${errors}`).to.equal(0)
  return output
}

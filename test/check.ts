/**
 * Runs the checks of package.json, two at a time, the longest first. Each shows what it said once it is through, and a
 * check that fails fails all.
 */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

const CHECKS = ['code', 'openapi', 'dead', 'format']
const AT_ONCE = 2

const waiting = [...CHECKS]
const failed: string[] = []
await Promise.all(Array.from({ length: AT_ONCE }, work))
if (failed.length > 0) process.stdout.write(`Failed: ${failed.join(', ')}\n`)
process.exitCode = failed.length > 0 ? 1 : 0

async function work(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const began = performance.now()
    const child = spawn('npm', ['run', '--silent', `check:${check}`], { stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = new Promise<number>((resolve, reject) => {
      child.once('error', reject).once('close', (code) => resolve(code ?? 1))
    })
    const [status, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
    const took = `${((performance.now() - began) / 1_000).toFixed(1)} s`
    process.stdout.write(`\n== check:${check} (${took})${status === 0 ? '' : ' FAILED'}\n${output}${errors}`)
    if (status !== 0) failed.push(check)
  }
}

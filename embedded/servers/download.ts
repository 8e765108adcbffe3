import { createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Provisioning } from './provision.js'

const CONNECT_TIMEOUT_MS = 4_000
const STALL_TIMEOUT_MS = 30_000

/** Throws an Error with the reason when a site does not answer within a few seconds. */
export async function assertReachable(url: string, on: Provisioning): Promise<void> {
  const response = await request(url, 'HEAD', on.signal)
  await response.body?.cancel()
}

/** Fetches text. Throws an Error with the reason. */
export async function fetchText(url: string, on: Provisioning): Promise<string> {
  return (await requestOk(url, on)).text()
}

/** Downloads a file and shows its progress. Gives up soon when the site does not answer, or the download stalls. */
export async function downloadFile(url: string, file: string, on: Provisioning): Promise<void> {
  const response = await requestOk(url, on)
  if (!response.body) throw new Error(`${new URL(url).host} answered without a body`)
  const stalled = new AbortController()
  const counter = count(Number(response.headers.get('content-length')) || 0, on, stalled)
  const signal = AbortSignal.any([on.signal, stalled.signal])
  await pipeline(Readable.from(response.body), counter, createWriteStream(file), { signal })
  if (on.isTerminal) on.progress('')
}

async function requestOk(url: string, on: Provisioning): Promise<Response> {
  const response = await request(url, 'GET', on.signal)
  if (response.ok) return response
  await response.body?.cancel()
  throw new Error(`${new URL(url).host} answered ${response.status}`)
}

/** Limits the time to the answer's head only: a slow download may go on. */
async function request(url: string, method: string, signal: AbortSignal): Promise<Response> {
  const connecting = new AbortController()
  const timer = setTimeout(() => connecting.abort(), CONNECT_TIMEOUT_MS)
  try {
    return await fetch(url, { method, signal: AbortSignal.any([signal, connecting.signal]) })
  } catch (error) {
    signal.throwIfAborted()
    const why = connecting.signal.aborted ? `no answer in ${CONNECT_TIMEOUT_MS / 1_000} s` : reasonOf(error)
    throw new Error(`${new URL(url).host} is out of reach (${why})`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause ? String(cause.code) : cause.message
}

function count(totalBytes: number, on: Provisioning, stalled: AbortController): Transform {
  let [doneBytes, shownPercent] = [0, 0]
  const stall = (): NodeJS.Timeout =>
    setTimeout(() => stalled.abort(new Error('the download stalled')), STALL_TIMEOUT_MS)
  let timer = stall()
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      clearTimeout(timer)
      timer = stall()
      doneBytes += chunk.length
      const percent = totalBytes ? Math.floor((100 * doneBytes) / totalBytes) : 0
      // A terminal line is overwritten; a log gets a line for each quarter.
      if (percent - shownPercent >= (on.isTerminal ? 1 : 25)) {
        shownPercent = percent
        on.progress(`  ${toMb(doneBytes)} of ${toMb(totalBytes)} MB, ${percent} %`)
      }
      done(null, chunk)
    },
    flush(done) {
      clearTimeout(timer)
      if (totalBytes && doneBytes !== totalBytes) done(new Error(`the download ended after ${doneBytes} bytes`))
      else done()
    },
    destroy(error, done) {
      clearTimeout(timer)
      done(error)
    },
  })
}

function toMb(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}

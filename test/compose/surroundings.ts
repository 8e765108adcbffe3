import { request } from 'node:https'
import { until } from '../../bench/calls.js'
import { expectThat } from './expect-that.js'
import type { Installation } from './installation.js'

/** The proxy: TLS by a certificate of its own authority, a redirect to it, and the client's address behind it. */
export async function proxied(at: Installation): Promise<string> {
  await at.compose('--profile', 'tls', 'up', '--detach', '--no-build', '--no-deps', 'proxy')
  await at.untilUp(['proxy'])
  const ca = await later(() =>
    at.compose('--profile', 'tls', 'exec', '-T', 'proxy', 'cat', '/data/caddy/pki/authorities/local/root.crt'),
  )
  const answer = await later(() => overTls(at.ports.https, ca))
  expectThat(answer.status === 200, `the proxy answers ${answer.status}`)
  const plain = await fetch(`http://localhost:${at.ports.http}/health`, { redirect: 'manual' })
  expectThat(plain.headers.get('location')?.startsWith('https://') ?? false, 'no redirect to https')
  return `GET https://localhost/health ${answer.status}, http answers ${plain.status}`
}

function overTls(port: number, ca: string): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    request({ host: 'localhost', port, path: '/health', ca }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0 })
    })
      .on('error', reject)
      .end()
  })
}

/** Prometheus reaches every process, and has the rules of alerts. */
export async function observed(at: Installation): Promise<string> {
  await at.compose('--profile', 'observe', 'up', '--detach', '--no-build', '--no-deps', 'prometheus')
  const prometheus = `http://127.0.0.1:${at.ports.prometheus}/api/v1`
  interface Targets {
    data: { activeTargets: { labels: { job: string }; health: string; lastError: string }[] }
  }
  let told = ''
  await until(
    async () => {
      const { data } = (await (await fetch(`${prometheus}/targets`)).json()) as Targets
      told = data.activeTargets
        .map(({ labels, health, lastError }) => `${labels.job} ${health} ${lastError}`.trim())
        .join(', ')
      return data.activeTargets.length >= 6 && data.activeTargets.every(({ health }) => health === 'up')
    },
    { timeoutMs: 180_000 },
  ).catch(() => {
    throw new Error(`not all targets are up: ${told}`)
  })
  const { data } = (await (await fetch(`${prometheus}/rules`)).json()) as { data: { groups: { rules: unknown[] }[] } }
  return `${told}; ${data.groups.reduce((sum, { rules }) => sum + rules.length, 0)} rules`
}

async function later<T>(work: () => Promise<T>): Promise<T> {
  const results: T[] = []
  await until(async () => results.push(await work()) > 0, { timeoutMs: 120_000, intervalMs: 1_000 })
  return results[0] as T
}

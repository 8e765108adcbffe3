import { isLoopback } from '../../runtime/loopback.js'
import { fault, ok, warning, type Area, type Finding } from './examination.js'
import type { ConfigFault, ValidSettings } from '../../runtime/config.js'

/** The settings that gateway and worker refuse, and those that they accept although these are wrong in production. */
export const configurationArea =
  (faults: readonly ConfigFault[]): Area =>
  async (settings, examine) => {
    for (const { setting, message } of faults) {
      const remedy = `Correct ${setting} in the environment of gateway and worker, and start them again.`
      await examine(`setting ${setting}`, () => fault(`${setting}: ${message}`, remedy))
    }
    if (faults.length === 0) await examine('settings', () => ok('all settings are valid'))
    await examine('public address', () => publicAddress(settings))
    await examine('NODE_ENV', () => environment(settings))
  }

function publicAddress({ NODE_ENV, GATEWAY_URL = '' }: ValidSettings): Finding {
  const { protocol, hostname } = new URL(GATEWAY_URL || 'http://127.0.0.1')
  if (protocol === 'https:') return ok(`GATEWAY_URL is ${GATEWAY_URL}`)
  if (NODE_ENV !== 'production') return ok(`GATEWAY_URL is ${GATEWAY_URL}, without encryption, not in production`)
  const found = `GATEWAY_URL is ${GATEWAY_URL}: sessions and API keys are sent unencrypted`
  const remedy = 'Put a TLS proxy in front of the gateway and set GATEWAY_URL=https://…'
  if (isLoopback(hostname))
    return warning(`${found}, on this machine only; links in messages do not work elsewhere`, remedy)
  return fault(found, remedy)
}

function environment({ NODE_ENV, ALLOW_TEST_DOMAINS }: ValidSettings): Finding {
  if (NODE_ENV !== 'production') return ok(`NODE_ENV is ${NODE_ENV}: production settings are not checked`)
  if (!ALLOW_TEST_DOMAINS) return ok('NODE_ENV is production')
  return warning(
    'ALLOW_TEST_DOMAINS lets every project send from example.com in production',
    'Unset ALLOW_TEST_DOMAINS, or set ALLOW_TEST_DOMAINS=false.',
  )
}

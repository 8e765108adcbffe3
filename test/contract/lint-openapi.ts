import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDocument } from '../../gateway/http/openapi/build-document.js'
import { allEndpoints } from '../../gateway/routes/index.js'

// Holds the OpenAPI document to Redocly's rules. Needs no server, and nothing from the network.
const require = createRequire(import.meta.url)
const cli = require.resolve('@redocly/cli/bin/cli.js')
const config = fileURLToPath(new URL('redocly.yaml', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'posthorn-openapi-'))
try {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(buildDocument(allEndpoints, 'http://127.0.0.1:3000'), null, 2))
  const { status } = spawnSync(process.execPath, [cli, 'lint', file, '--config', config], {
    stdio: 'inherit',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

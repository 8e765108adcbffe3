import { fileURLToPath } from 'node:url'
import { formatProblems, getTotals, lintFromString, loadConfig } from '@redocly/openapi-core'
import { buildDocument } from '../../gateway/http/openapi/build-document.js'
import { toOpenApi30 } from '../../gateway/http/openapi/openapi-30.js'
import { allEndpoints } from '../../gateway/routes/index.js'
import { findSpoilers } from './document-rules.js'

// Holds both OpenAPI documents to Redocly's rules, and the newer one to what generators of clients understand. Needs no
// server, and nothing from the network.
const config = await loadConfig({ configPath: fileURLToPath(new URL('redocly.yaml', import.meta.url)) })
const document = buildDocument(allEndpoints, 'http://127.0.0.1:3000')
let errors = 0
for (const [absoluteRef, version] of [
  ['openapi.json', document],
  ['openapi-3.0.json', toOpenApi30(document)],
] as const) {
  const problems = await lintFromString({ source: JSON.stringify(version, null, 2), absoluteRef, config })
  const totals = getTotals(problems)
  formatProblems(problems, { format: 'codeframe', totals, version: '' })
  errors += totals.errors
}
const spoilers = findSpoilers(document)
for (const spoiler of spoilers) process.stdout.write(`${spoiler}\n`)
process.exitCode = errors + spoilers.length > 0 ? 1 : 0

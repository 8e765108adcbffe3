import { fileURLToPath } from 'node:url'
import { formatProblems, getTotals, lintFromString, loadConfig } from '@redocly/openapi-core'
import { buildDocument } from '../../gateway/http/openapi/build-document.js'
import { allEndpoints } from '../../gateway/routes/index.js'

// Holds the OpenAPI document to Redocly's rules. Needs no server, and nothing from the network.
const config = await loadConfig({ configPath: fileURLToPath(new URL('redocly.yaml', import.meta.url)) })
const source = JSON.stringify(buildDocument(allEndpoints, 'http://127.0.0.1:3000'), null, 2)
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
const totals = getTotals(problems)
formatProblems(problems, { format: 'codeframe', totals, version: '' })
process.exitCode = totals.errors > 0 ? 1 : 0

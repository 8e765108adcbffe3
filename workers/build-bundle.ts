import { writeFile } from 'node:fs/promises'
import { BUNDLE_PATH, makeBundle } from './bundle.js'

const { code } = await makeBundle()
await writeFile(process.env['WORKFLOW_BUNDLE'] || BUNDLE_PATH, code)
